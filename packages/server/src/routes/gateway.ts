import { type ChatRequest, type Fault, isJsonObject, type JsonObject, type StreamEvent } from '@parley/dialects'
import type { WireFormat } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import type { Answer } from '../answerer.ts'
import { isOn } from '../config.ts'
import { modelWithout } from '../hands/asked-tools.ts'
import { lendHands } from '../hands/lend-hands.ts'
import { demandEnd } from '../http/cut-off.ts'
import { readBody } from '../http/read-body.ts'
import { streamResponse } from '../http/stream-response.ts'
import { CANNOT_PASS, refusal, statusFor, toFault } from '../http-fault.ts'
import type { ResponseMemory } from '../responses/response-memory.ts'
import type { Leaving } from '../safety/streams.ts'
import type { ServerContext } from '../server-context.ts'
import type { AnswerWitness } from '../traffic/traffic-entry.ts'
import type { Asker } from '../usage/asker.ts'
import { say } from '../words.ts'
import { refuse } from './refuse.ts'

export interface GatewayOptions {
  readonly format: Pick<WireFormat, 'readRequest' | 'createWriter' | 'writeAnswer' | 'writeFault' | 'joinAnswers'>
  /** What the vendor's ids begin with. */
  readonly idPrefix: string
  /** Whether a stream tells the usage. Absent: always. */
  readonly tellsUsage?: (body: unknown) => boolean
  /** Whether clients of this door repeat whatever is not 400, so that what a provider will never do must be one. */
  readonly repeatsRefusals?: true
  /** The format of which clients of this door send less after a 400, and ask again: it helps only where the provider speaks it. */
  readonly lessensAfter400?: string
  /** Whether the client wants a stream. Absent: where the field `stream` says so. */
  readonly streams?: (body: unknown) => boolean
  /** What kind of text a stream is. Absent: server-sent events. */
  readonly streamType?: string
  /** The answer to a body that asks no model. Absent: all of them do. */
  readonly instead?: (body: unknown) => Promise<JsonObject | undefined>
  /** What clients of this door may refer to. Absent: nothing is kept. */
  readonly memory?: ResponseMemory
}

/** A vendor's own door: its request in, its stream or answer or error out, and the same staircase behind it. */
export function gatewayRoute(server: ServerContext, options: GatewayOptions): Handler {
  const { format } = options
  return async (context) => {
    const client = context.req.raw
    const asker = server.askerOf(context)
    const seen = server.traffic?.begin(client, asker)
    let model: string | undefined
    try {
      const body = await readBody(client, server.limits)
      const instead = await options.instead?.(body)
      if (instead) return Response.json(instead)
      seen?.body(body)
      const request = format.readRequest(options.memory ? await options.memory.recall(body, asker.owner) : body)
      model = request.model
      seen?.model(model)
      const asked = { ...options, body, request, client, asker, leaving: server.leaving(context), ...(seen && { witness: seen }) }
      const response = await answer(server, asked)
      seen?.status(response.status)
      return response
    } catch (error) {
      const isInVain = await lessensInVain(server, { fault: toFault(error), model, format: options.lessensAfter400 })
      const usual = options.repeatsRefusals ? oncePlease : statusFor
      const telling = { write: (own: Fault) => format.writeFault(own), status: isInVain ? () => CANNOT_PASS : usual }
      const { fault, response } = refuse(server.metrics, client, error, telling)
      seen?.refused(fault, response.status)
      return response
    }
  }
}

/** For clients that repeat whatever is no plain refusal. */
function oncePlease(fault: Fault): number {
  const status = statusFor(fault)
  const stays = fault.code.startsWith('provider/') && (status === 403 || status === CANNOT_PASS)
  return stays ? 400 : status
}

interface Lessening {
  readonly fault: Fault
  readonly model: string | undefined
  readonly format: string | undefined
}

/** Whether a provider refused what it would refuse again: what the client would leave out, it was never told. */
async function lessensInVain(server: ServerContext, { fault, model, format }: Lessening): Promise<boolean> {
  if (fault.code !== 'provider/refused' || model === undefined || format === undefined) return false
  const found = await server.catalog.find(await modelWithout(server, model), undefined).catch(() => undefined)
  return found !== undefined && found.provider.format !== format
}

interface Asked extends GatewayOptions {
  readonly body: unknown
  readonly request: ChatRequest
  readonly client: Request
  readonly asker: Asker
  readonly witness?: AnswerWitness
  readonly leaving: Leaving
}

async function answer(server: ServerContext, asked: Asked): Promise<Response> {
  const { format, body, request, client, asker, memory, streams = asksForStream, streamType } = asked
  const context = {
    id: `${asked.idPrefix}${server.newId()}`,
    model: request.model,
    created: Math.floor(server.now() / 1000),
    ...(request.tools && { tools: request.tools }),
    ...(memory && { echo: memory.echo(body) }),
  }
  const streaming = streams(body)
  const { copies = 1 } = request
  if (copies > 1 && (streaming || copies > MOST_COPIES || !format.joinAnswers)) throw tooMany(copies)
  const stream = server.streams.begin(asked.leaving)
  try {
    const lent = await lendHands(server, request, { client, asker })
    const { copies: _beside, ...single } = lent.request
    const dialect = client.headers.get('x-parley-dialect')
    const net = client.headers.get('x-parley-leak-net')
    const options = {
      asker,
      ...(asked.witness && { witness: asked.witness }),
      signal: stream.signal,
      stranger: true,
      ...(dialect !== null && { dialect }),
      ...(net !== null && { leakNet: isOn(net) }),
    }
    const answered = await lent.answer(single, options)
    const { events } = answered
    const headers = answerHeaders(answered)
    if (streaming) {
      const writer = format.createWriter(context)
      const quiet = asked.tellsUsage?.(body) === false
      return streamResponse(events, {
        write(batch) {
          const text = writer.push(quiet ? batch.map(withoutUsage) : batch)
          // Before the client has read that it is there.
          if (writer.whole) memory?.keep(body, writer.whole, asker.owner)
          return text
        },
        onEnd: stream.end,
        stopping: server.streams.stopping,
        ownSocket: server.ownSocket,
        // Only server-sent events have comments.
        beatMs: streamType === undefined ? server.limits.beatMs : 0,
        headers: { ...headers, ...(streamType !== undefined && { 'content-type': streamType }) },
      })
    }
    const answers = [format.writeAnswer(await wholeOf(events, server), context)]
    for (let made = 1; made < copies; made++) {
      const other = await lent.answer(single, options)
      answers.push(format.writeAnswer(await wholeOf(other.events, server), context))
    }
    stream.end()
    const [whole = {}] = answers
    memory?.keep(body, whole, asker.owner)
    return Response.json(copies > 1 ? format.joinAnswers?.(answers) : whole, { headers })
  } catch (error) {
    stream.end()
    throw error
  }
}

async function wholeOf(
  events: AsyncIterable<readonly StreamEvent[]>,
  { streams }: ServerContext,
): Promise<readonly StreamEvent[]> {
  const all: StreamEvent[] = []
  for await (const batch of events) for (const event of batch) all.push(event)
  demandEnd(all, streams.stopping)
  return all
}

/** Each is a question to the model, one after the other. */
const MOST_COPIES = 8

function tooMany(copies: number) {
  return refusal('request/invalid', say('request.copies', { copies, most: MOST_COPIES }), { field: 'n' })
}

function asksForStream(body: unknown): boolean {
  return isJsonObject(body) && body['stream'] === true
}

/** Names who answers, and what the model was not told. */
export function answerHeaders({ model, ignored }: Pick<Answer, 'model' | 'ignored'>): Readonly<Record<string, string>> {
  return { ...(model && { 'x-parley-model': encodeURI(`${model.provider.id}/${model.info.id}`) }), ...ignoredHeader(ignored) }
}

/** Names what the model was not told. */
export function ignoredHeader(fields: readonly string[]): Readonly<Record<string, string>> {
  return fields.length > 0 ? { 'x-parley-ignored': fields.map(asciiOnly).join(', ') } : {}
}

/** A field may have any name, a header may not. */
function asciiOnly(field: string): string {
  return field.replace(/[^\w.-]/g, '?').slice(0, 100)
}

function withoutUsage(event: StreamEvent): StreamEvent {
  if (event.type !== 'message-end') return event
  const { usage: _untold, ...end } = event
  return end
}
