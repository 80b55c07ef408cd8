import { type Fault, isJsonObject, type JsonObject } from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import { refuseHands } from '../../hands/asked-tools.ts'
import { CUT_OFF } from '../../http/cut-off.ts'
import { writingJson } from '../../http/json/write-json.ts'
import { readBody, readBytes } from '../../http/read-body.ts'
import { refusal, toFault } from '../../http-fault.ts'
import { causeOf } from '../../logging/cause.ts'
import type { HandedBack, HandedOn } from '../../providers/provider.ts'
import { createPace, unhurried } from '../../safety/pace.ts'
import type { ServerContext } from '../../server-context.ts'
import { beginAnswer } from '../../usage/begin-answer.ts'
import type { Ending } from '../../usage/finished-answer.ts'
import { UsageInTail } from '../../usage/usage-in-tail.ts'
import { say } from '../../words.ts'
import { answerHeaders } from '../gateway.ts'
import { refuse } from '../refuse.ts'

/** OpenAI's other doors. What they say is none of our business; whom they say it to is. */
export const passedOn: readonly string[] = [
  '/completions',
  '/embeddings',
  '/moderations',
  '/audio/speech',
  '/audio/transcriptions',
  '/audio/translations',
  '/images/generations',
  '/images/edits',
  '/images/variations',
]

/** A request whose model may bear another name where it goes. */
interface Sent {
  readonly model: string
  as(model: string): Promise<Pick<HandedOn, 'type' | 'body'>>
}

/** Hands a request on to the provider of its model, and the answer back as it comes. */
export function passOnRoute(server: ServerContext, path: string): Handler {
  return async (context) => {
    const asker = server.askerOf(context)
    const seen = server.traffic?.begin(context.req.raw, asker)
    try {
      refuseHands(context.req.raw)
      const sent = await readSent(context.req.raw, server)
      seen?.model(sent.model)
      const stream = server.streams.begin(server.leaving(context))
      try {
        const targets = server.catalog.meant(sent.model)
        await server.budgets.admit(asker.owner)
        // What is embedded by one model means nothing to another one: all of it goes to the same, as long as that is there.
        return await server.router.reach({ name: sent.model, targets, conversation: sent.model }, async (target) => {
          const model = await server.catalog.findTarget(sent.model, target, undefined)
          const { provider, info } = model
          if (!provider.passOn) throw refusal('request/invalid', say('provider.no-door', { label: provider.label, path }))
          const tail = new UsageInTail()
          const meter = { usage: () => tail.usage }
          const { onEnd } = beginAnswer({ asker, model, meter, finished: server.finished, now: server.now, witness: seen })
          const accept = context.req.header('accept') ?? '*/*'
          const handed = { path, accept, ...(await sent.as(info.id)), signal: stream.signal }
          const answer = await provider.passOn(handed).catch((error: unknown) => {
            onEnd({ end: 'fault', fault: toFault(error).code, cause: causeOf(error) })
            throw error
          })
          const end = (ending: Ending) => {
            stream.end()
            onEnd(ending)
          }
          seen?.status(200)
          return answered(answer, { tail, end, headers: answerHeaders({ model, ignored: [] }) })
        })
      } catch (error) {
        stream.end()
        throw error
      }
    } catch (error) {
      const { fault, response } = refuse(server.metrics, context.req.raw, error, { write: writeFault })
      seen?.refused(fault, response.status)
      return response
    }
  }
}

const writeFault = (fault: Fault) => openaiChat.writeFault(fault)

interface PassedOn {
  readonly tail: UsageInTail
  readonly end: (ending: Ending) => void
  readonly headers: Readonly<Record<string, string>>
}

/** A body that breaks off is cut off, too: half of it must not look like the whole. */
function answered({ type, body }: HandedBack, { tail, end, headers }: PassedOn): Response {
  const bytes = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await body.read()
          if (value) {
            tail.push(value)
            controller.enqueue(value)
          }
          if (!done) return
          controller.close()
          end({ end: 'done' })
        } catch (error) {
          controller.error(error)
          end({ end: 'fault', fault: CUT_OFF.code })
        }
      },
      async cancel() {
        await body.cancel()
        end({ end: 'left' })
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(bytes, { headers: { ...headers, 'content-type': type, 'cache-control': 'no-store' } })
}

async function readSent(request: Request, { limits }: ServerContext): Promise<Sent> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return readDocument(await readBody(request, limits))
  const bytes = await readBytes(request, limits.bodyBytes)
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw refusal('request/invalid', say('body.no-form'))
  })
  const model = demandModel(form.get('model'))
  return {
    model,
    async as(name) {
      if (name === model) return { type, body: bytes }
      form.set('model', name)
      const written = new Response(form)
      return { type: written.headers.get('content-type') ?? type, body: new Uint8Array(await written.arrayBuffer()) }
    },
  }
}

function readDocument(body: unknown): Sent {
  const document: JsonObject = isJsonObject(body) ? body : {}
  return {
    model: demandModel(document['model']),
    as: async (model) => ({
      type: 'application/json',
      body: await unhurried(writingJson({ ...document, model }), createPace()),
    }),
  }
}

function demandModel(model: unknown): string {
  if (typeof model === 'string' && model !== '') return model
  throw refusal('request/invalid', say('request.no-model'), { field: 'model' })
}
