import { type ChatRequest, type Fault, FaultError, faultOf, type Message, type Respond, type StreamEvent } from '@parley/dialects'
import { createEventReader } from '@parley/dialects/wire'
import { say } from '../words/threads.ts'

export interface TransportOptions {
  readonly url: string
  /** Asked for every request, so that a token may change. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** The dialect the server should speak with the model, or `native`. Asked every time. Absent: the server chooses. */
  readonly dialect?: () => string | undefined
  /** Hears the exact bytes of every exchange, for an inspector. */
  readonly listen?: (request: SentRequest) => ExchangeListener
  /** Absent: the page's own. */
  readonly fetch?: typeof fetch
}

/** What was sent, as it was sent. */
export interface SentRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Empty where none was sent. */
  readonly body: string
}

export interface ExchangeListener {
  onResponse(status: number, headers: Readonly<Record<string, string>>): void
  onText(text: string): void
  onEnd(fault?: Fault): void
}

/** Our own server as a responder. The only file here that knows an address. */
export function httpTransport(options: TransportOptions): Respond {
  return async function* respond(request, signal) {
    const sent = toSent(request, options)
    const listener = options.listen?.(sent)
    let requestId: string | undefined
    try {
      const response = await post(sent, options, signal)
      requestId = response.headers.get('x-request-id') ?? undefined
      listener?.onResponse(response.status, Object.fromEntries(response.headers))
      if (!response.ok) throw new FaultError(await refusalOf(response, listener))
      yield* readAnswer(response, signal, listener)
      listener?.onEnd()
    } catch (error) {
      const fault = faultOf(error)
      listener?.onEnd(fault ?? DISCONNECTED)
      // What the page shows then leads to a line of the server's log.
      throw fault && requestId !== undefined ? new FaultError({ requestId, ...fault }, { cause: error }) : error
    }
  }
}

function toSent(request: ChatRequest, options: TransportOptions): SentRequest {
  return {
    url: options.url,
    method: 'POST',
    headers: { ...options.headers?.(), 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ ...request, messages: request.messages.map(withoutDisplay), dialect: options.dialect?.() }),
  }
}

/** What only the page shows, as pictures of a program, is of no use to a model. */
function withoutDisplay(message: Message): Message {
  if (message.role !== 'tool') return message
  return { ...message, parts: message.parts.map(({ display: _display, ...result }) => result) }
}

async function post(sent: SentRequest, options: TransportOptions, signal: AbortSignal): Promise<Response> {
  const { url, ...init } = sent
  try {
    return await (options.fetch ?? fetch)(url, { ...init, signal })
  } catch (error) {
    throw signal.aborted ? cancelled() : new FaultError(UNREACHABLE, { cause: error })
  }
}

async function* readAnswer(
  response: Response,
  signal: AbortSignal,
  listener: ExchangeListener | undefined,
): AsyncGenerator<readonly StreamEvent[]> {
  const reader = createEventReader()
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let started = false
  try {
    for (;;) {
      const text = await readText(body, signal)
      if (text !== undefined) listener?.onText(text)
      const events = text === undefined ? reader.end() : reader.push(text)
      const [first] = events
      // Nothing has arrived yet, so this is a failure to answer and not a broken answer.
      if (!started && first?.type === 'fault') throw new FaultError(first.fault)
      if (events.length > 0) yield events
      started ||= events.length > 0
      if (text === undefined || isOver(events)) return
    }
  } finally {
    await body?.cancel().catch(() => {})
  }
}

/** Undefined at the end, also at an abrupt one: the event reader knows whether the answer was complete. */
async function readText(body: ReadableStreamDefaultReader<string> | undefined, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await body?.read())?.value
  } catch {
    if (signal.aborted) throw cancelled()
    return undefined
  }
}

function isOver(events: readonly StreamEvent[]): boolean {
  const last = events.at(-1)
  return last?.type === 'message-end' || last?.type === 'fault'
}

/** Our server says `{"fault": …}`; anything else that answers says nothing we can use. */
async function refusalOf(response: Response, listener: ExchangeListener | undefined): Promise<Fault> {
  const text = await response.text().catch(() => '')
  listener?.onText(text)
  try {
    const fault = faultOf(JSON.parse(text))
    if (fault) return fault
  } catch {
    // Not JSON: a proxy's page, or nothing at all.
  }
  return {
    code: response.status >= 500 ? 'provider/unavailable' : 'request/invalid',
    ...say('server.status', { status: response.status }),
    retryable: response.status >= 500,
  }
}

function cancelled(): FaultError {
  return new FaultError({ code: 'turn/cancelled', ...say('thread.stopped'), retryable: true })
}

const UNREACHABLE: Fault = {
  code: 'transport/disconnected',
  ...say('server.gone'),
  retryable: true,
}

const DISCONNECTED: Fault = {
  code: 'transport/disconnected',
  ...say('server.broke-off'),
  retryable: true,
}
