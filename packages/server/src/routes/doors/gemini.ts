import { type Fault, isJsonObject, type JsonObject, type StreamEvent } from '@parley/dialects'
import { geminiGenerate, type WireWriter } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import { refusal, statusFor } from '../../http-fault.ts'
import type { ServerContext } from '../../server-context.ts'
import { say } from '../../words.ts'
import { gatewayRoute } from '../gateway.ts'
import { modelInPath } from '../gateway-models.ts'
import { countTokensRoute } from './count-tokens.ts'

/** `/v1beta/models/{model}:{verb}`: what is asked, and of whom, stands in the address. */
export function geminiRoute(server: ServerContext): Handler {
  return async (context, next) => {
    const { path, method } = context.req
    const { model, verb } = split(modelInPath(path))
    const readRequest = (body: unknown) => ({ ...geminiGenerate.readRequest(body), model })
    const door = { readRequest, writeAnswer: geminiGenerate.writeAnswer, writeFault: writeGeminiFault }
    if (verb === 'countTokens') {
      const read = (body: unknown) => readRequest(counted(body))
      return await countTokensRoute(server, { format: door, read, write: totalOf })(context, next)
    }
    if (verb !== 'generateContent' && verb !== 'streamGenerateContent')
      throw refusal('request/not-found', say('address.none', { method, path }))
    const asArray = verb === 'streamGenerateContent' && context.req.query('alt') !== 'sse'
    const createWriter: typeof geminiGenerate.createWriter = (answer) =>
      asArray ? arrayOf(geminiGenerate.createWriter(answer)) : geminiGenerate.createWriter(answer)
    return await gatewayRoute(server, {
      format: { ...door, createWriter },
      idPrefix: '',
      streams: () => verb === 'streamGenerateContent',
      ...(asArray && { streamType: 'application/json' }),
    })(context, next)
  }
}

/** A model's name may hold colons of its own. */
function split(name: string): { readonly model: string; readonly verb: string } {
  const at = name.lastIndexOf(':')
  return { model: name.slice(0, Math.max(0, at)), verb: name.slice(at + 1) }
}

/** What is to be counted stands in the body, or in a request inside of it. */
function counted(body: unknown): unknown {
  return isJsonObject(body) ? (body['generateContentRequest'] ?? body['generate_content_request'] ?? body) : body
}

const totalOf = (totalTokens: number): JsonObject => ({ totalTokens })

/** Their clients look for the status in the body. */
export function writeGeminiFault(fault: Fault): JsonObject {
  const { error } = geminiGenerate.writeFault(fault)
  return { error: { ...(isJsonObject(error) && error), code: statusFor(fault) } }
}

/** Who does not ask for server-sent events gets the same documents as one list, which grows. */
function arrayOf(writer: WireWriter): WireWriter {
  let begun = false
  return {
    push(events) {
      const documents = writer
        .push(events)
        .split('\n\n')
        .filter((text) => text !== '')
      const listed = documents.map((text) => {
        const before = begun ? ',\r\n' : '['
        begun = true
        return before + text.slice('data: '.length)
      })
      return listed.join('') + (isLast(events.at(-1)) ? ']' : '')
    },
  }
}

const isLast = (event: StreamEvent | undefined): boolean => event?.type === 'message-end' || event?.type === 'fault'
