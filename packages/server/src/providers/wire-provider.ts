import { type ChatRequest, FaultError, faultOf, type JsonObject, type Respond, type StreamEvent } from '@parley/dialects'
import { createSseSplitter, type WireFormat } from '@parley/dialects/wire'
import type { Fetch, Patience } from './provider.ts'
import { badAnswer, failedAnswer, timedOut, unreachable } from './upstream-fault.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

export interface WireProviderOptions {
  /** Names the provider in faults. */
  readonly label: string
  readonly format: WireFormat
  readonly fetch: Fetch
  readonly patience: Patience
  readonly newId: () => string
  /** Where and how to post this request. Keys live only in these headers. */
  target(request: ChatRequest): {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: JsonObject
  }
}

/** A responder that posts to a vendor and reads the stream. All vendors share it; they differ in their format and target. */
export function wireRespond(options: WireProviderOptions): Respond {
  return async function* respond(request, signal) {
    const upstream = new AbortController()
    const leave = () => upstream.abort(signal.reason)
    if (signal.aborted) return
    signal.addEventListener('abort', leave, { once: true })
    const dog = createWatchdog(options.patience.first, options.patience.next, (limit) => {
      upstream.abort(timedOut(options.label, limit))
    })
    let begun = false
    try {
      const response = await post(options, request, upstream.signal)
      for await (const batch of readAnswer(response, options, dog)) {
        begun = true
        yield batch
      }
    } catch (error) {
      if (signal.aborted) return
      const fault = faultOf(upstream.signal.aborted ? upstream.signal.reason : error)
      if (!fault && !begun && !isNetworkError(error)) throw error
      const told = fault ?? unreachable(options.label, error).fault
      if (!begun) throw new FaultError(told, { cause: error })
      yield [{ type: 'fault', fault: told }]
    } finally {
      dog.stop()
      signal.removeEventListener('abort', leave)
      upstream.abort()
    }
  }
}

/** `fetch` and stream readers report a failed network as a TypeError, or as an error with a system code below it. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && ('code' in error || error.name === 'AbortError'))
}

async function post(options: WireProviderOptions, request: ChatRequest, signal: AbortSignal): Promise<Response> {
  const { url, headers, body } = options.target(request)
  let response: Response
  try {
    response = await options.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers },
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw unreachable(options.label, error)
  }
  if (!response.ok) throw await failedAnswer(options.label, response)
  return response
}

async function* readAnswer(
  response: Response,
  options: WireProviderOptions,
  dog: Watchdog,
): AsyncGenerator<readonly StreamEvent[]> {
  const kind = response.headers.get('content-type') ?? ''
  if (kind.includes('text/event-stream')) yield* readStream(response, options, dog)
  else if (kind.includes('json')) {
    const events = options.format.readAnswer(await response.json().catch(() => undefined), { newId: options.newId })
    const [only] = events
    if (only?.type === 'fault') throw new FaultError(only.fault)
    yield events
  } else throw await badAnswer(options.label, response)
}

async function* readStream(
  response: Response,
  options: WireProviderOptions,
  dog: Watchdog,
): AsyncGenerator<readonly StreamEvent[]> {
  const wire = options.format.createReader({ newId: options.newId })
  const splitter = createSseSplitter()
  const decoder = new TextDecoder()
  let batch: StreamEvent[] = []
  let begun = false
  const sink = (data: string, name: string | undefined) => {
    for (const event of wire.push(data, name)) batch.push(event)
  }
  const flush = () => {
    const full = batch
    batch = []
    if (!begun && full[0]?.type === 'fault') throw new FaultError(full[0].fault)
    begun = true
    return full
  }
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    dog.touch()
    splitter.push(decoder.decode(piece.value, { stream: true }), sink)
    if (batch.length > 0) yield flush()
  }
  splitter.push(decoder.decode(), sink)
  splitter.end(sink)
  batch.push(...wire.end())
  if (batch.length > 0) yield flush()
}
