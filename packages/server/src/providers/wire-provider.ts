import {
  type ChatRequest,
  type Fault,
  FaultError,
  faultOf,
  type JsonObject,
  type Respond,
  type StreamEvent,
} from '@parley/dialects'
import type { WireFormat } from '@parley/dialects/wire'
import { writingJson } from '../http/json/write-json.ts'
import { rememberCause } from '../logging/cause.ts'
import { createPace, unhurried } from '../safety/pace.ts'
import { say } from '../words.ts'
import type { ByteReader, Fetch, Patience, UpstreamAnswer } from './provider.ts'
import { createStreamReading, createWatchdog } from './stream-reading.ts'
import { badAnswer, brokenOff, failedAnswer, hungUp, timedOut, unreachable, withoutSecrets } from './upstream-fault.ts'

export interface WireProviderOptions {
  /** Names the provider in faults. */
  readonly label: string
  readonly format: WireFormat
  readonly fetch: Fetch
  readonly patience: Patience
  readonly newId: () => string
  /** Never appears in a fault, even when the vendor quotes it. */
  readonly key?: string
  /** Where and how to post this request. Keys live only in these headers. */
  readonly target: (request: ChatRequest) => {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: JsonObject
  }
}

/** A reason made once: without one, every abort would make an error with a stack. */
const OVER = new FaultError({ code: 'provider/unavailable', ...say('answer.over'), retryable: false })

/** How long the socket may take to close after the last word, so that the connection can be used again. */
const CLOSING_MS = 50

/** A responder that posts to a vendor and reads the stream. All vendors share it; they differ in their format and target. */
export function wireRespond(options: WireProviderOptions): Respond {
  return async function* respond(request, signal) {
    if (signal.aborted) return
    const upstream = new AbortController()
    const leave = () => upstream.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    let begun = false
    const dog = createWatchdog(options.patience.first, options.patience.next, (limit) => {
      upstream.abort(timedOut(options.label, limit, begun ? 'nextTokenMs' : 'firstTokenMs'))
    })
    let rest: 'unread' | 'read' | ByteReader = 'unread'
    try {
      const response = await post(options, request, upstream.signal)
      const document = await wholeAnswer(response, options, request)
      if (document) {
        rest = 'read'
        yield document
        return
      }
      const reading = createStreamReading(options, request)
      const reader = response.body?.getReader()
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        const batch = piece.value ? reading.push(piece.value) : []
        begun ||= batch.length > 0
        dog.touch(begun)
        if (batch.length === 0) continue
        if (reading.over && reader) rest = reader
        yield batch
        if (reading.over) return
      }
      rest = 'read'
      const last = reading.end()
      if (last.length > 0) yield last
    } catch (error) {
      if (signal.aborted) return
      const fault = toldFault(upstream.signal.aborted ? upstream.signal.reason : error, options)
      if (!fault) throw error
      if (!begun) throw new FaultError(fault, { cause: error })
      yield [{ type: 'fault', fault: rememberCause(fault, error) }]
    } finally {
      dog.stop()
      signal.removeEventListener('abort', leave)
      if (typeof rest === 'object') void closes(rest).then((closed) => closed || upstream.abort(OVER))
      else if (rest === 'unread') upstream.abort(OVER)
    }
  }
}

/** Stream readers report a failed network as a TypeError, or as an error with a system code. Anything else is our bug. */
function toldFault(error: unknown, options: WireProviderOptions): Fault | undefined {
  const network = error instanceof TypeError || (error instanceof Error && ('code' in error || error.name === 'AbortError'))
  const fault = faultOf(error) ?? (network ? brokenOff(options.label, error).fault : undefined)
  return fault && withoutSecrets(fault, options.key)
}

/** Whether the body comes to its end soon. A server that keeps it open after its last word is not waited for. */
async function closes(reader: ByteReader): Promise<boolean> {
  const reading = reader.read().then(
    ({ done }) => done,
    () => false,
  )
  // Mostly it came along with the last word, and no timer is needed.
  const known = await Promise.race([reading, someTurns()])
  if (known !== undefined) return known
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, CLOSING_MS, false)
  })
  const closed = await Promise.race([reading, soon])
  clearTimeout(timer)
  return closed
}

async function someTurns(): Promise<undefined> {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve()
}

async function post(options: WireProviderOptions, request: ChatRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  const { url, headers, body } = options.target(request)
  const traced = request.trace === undefined ? {} : { traceparent: request.trace }
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers, ...traced },
    body: await unhurried(writingJson(body), createPace()),
    signal,
    redirect: 'manual',
  }
  const response = await options
    .fetch(url, init)
    .catch((error: unknown) => {
      if (signal.aborted || !isClosed(error) || isFresh(error)) throw error
      return options.fetch(url, init)
    })
    .catch((error: unknown) => {
      // Who has no network between us says by itself what is wrong.
      if (signal.aborted || faultOf(error)) throw error
      throw isClosed(error) ? hungUp(options.label, error) : unreachable(options.label, error)
    })
  if (!response.ok) throw await failedAnswer(options.label, response)
  return response
}

/** Nobody has answered. Where it was a kept connection, the server may have closed it just as we wrote to it: then it is asked once more. */
const isFresh = (error: unknown): boolean => error instanceof Error && 'isFresh' in error

function isClosed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** Some servers answer a request for a stream with one JSON document; `undefined` when this one streams. */
async function wholeAnswer(
  response: UpstreamAnswer,
  options: WireProviderOptions,
  request: ChatRequest,
): Promise<readonly StreamEvent[] | undefined> {
  const kind = response.headers.get('content-type') ?? ''
  if (kind.includes('text/event-stream')) return undefined
  if (!kind.includes('json')) throw await badAnswer(options.label, response)
  const body: unknown = await response.json().catch(() => undefined)
  const events = options.format.readAnswer(body, { newId: options.newId, ...(request.tools && { tools: request.tools }) })
  const fault = events.find(({ type }) => type !== 'message-start')
  if (fault?.type === 'fault') throw new FaultError(fault.fault)
  return events
}
