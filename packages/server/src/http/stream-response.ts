import type { Fault, StreamEvent } from '@parley/dialects'
import { toFault } from '../http-fault.ts'
import { CUT_OFF, STOPPING } from './cut-off.ts'

/** The part of a source that a host needs. */
export type Texts = Pick<TextSource, 'next' | 'cancel' | 'over' | 'beatMs'>

const sources = new WeakMap<Response, Texts>()

const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export type StreamResponseOptions<Event extends { readonly type: string }> = TextSourceOptions<Event> & {
  readonly headers?: Readonly<Record<string, string>>
  /** The host takes the text itself, so the response needs no body. */
  readonly ownSocket?: boolean
}

/** Events as server-sent events, through one web stream, or around it for a host that knows how. */
export function streamResponse<Event extends { readonly type: string }>(
  events: AsyncIterable<readonly Event[]>,
  options: StreamResponseOptions<Event>,
): Response {
  const source = new TextSource(events, options)
  const response = new Response(options.ownSocket ? null : toWebStream(source), {
    headers: { ...EVENT_STREAM, ...options.headers },
  })
  sources.set(response, source)
  return response
}

function toWebStream(source: Texts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let beats: Beats | undefined
  let asked = false
  return new ReadableStream(
    {
      start(controller) {
        beats = startBeats(source.beatMs, (beat) => asked && controller.enqueue(encoder.encode(beat)))
      },
      async pull(controller) {
        asked = true
        const text = await source.next()
        asked = false
        beats?.spoke()
        if (text !== undefined) return controller.enqueue(encoder.encode(text))
        beats?.stop()
        controller.close()
      },
      cancel() {
        beats?.stop()
        return source.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * The text behind a response of ours, for a host that writes it to its own socket: a web stream costs more per event than
 * everything else together (docs/decisions/0010). Whoever takes it must not read the response's body.
 */
export function textSourceOf(response: Response): Texts | undefined {
  return sources.get(response)
}

interface TextSourceOptions<Event extends { readonly type: string }> {
  /** Text for the socket; empty when nothing is to be said yet. */
  readonly write: (batch: readonly (Event | Extract<StreamEvent, { type: 'fault' }>)[]) => string
  /** What is said behind the last event. Absent: nothing. With it, several answers may follow each other. */
  readonly finish?: () => string
  /** Ends the answer above: called when the reader leaves and when all has been said. */
  readonly onEnd: () => void
  /** Aborted when the server stops; an answer it cuts off says so. */
  readonly stopping: AbortSignal
  /** By which the log knows the request, told with a fault. Absent: the header alone says it. */
  readonly requestId?: string
  /** How long it may be silent before a comment says that it is still there. Absent or 0: as long as it likes. */
  readonly beatMs?: number
}

/** After one of these the events are whole. */
const ENDS: ReadonlySet<string> = new Set(['message-end', 'turn-end', 'call-end', 'examined'])

/**
 * An answer as text for the socket. It is pulled: nothing is asked of the model server before the reader has taken what
 * came earlier, so a slow reader costs no memory. Whatever happens, the last event is an end or a fault.
 */
class TextSource<Event extends { readonly type: string } = StreamEvent> {
  readonly #iterator: AsyncIterator<readonly Event[]>
  readonly #options: TextSourceOptions<Event>
  /** Whether the events so far are a whole answer. */
  #ended = false
  #over = false

  constructor(events: AsyncIterable<readonly Event[]>, options: TextSourceOptions<Event>) {
    this.#iterator = events[Symbol.asyncIterator]()
    this.#options = options
  }

  /** Whether what came last was the last: `next` has nothing more to say. */
  get over(): boolean {
    return this.#over
  }

  get beatMs(): number {
    return this.#options.beatMs ?? 0
  }

  /** `undefined`: all has been said. Never rejects. */
  async next(): Promise<string | undefined> {
    try {
      while (!this.#over) {
        const next = await this.#iterator.next()
        if (this.#over) return undefined
        if (next.done) return this.#last()
        const text = this.#take(next.value)
        if (text !== '') return text
      }
      return undefined
    } catch (error) {
      return this.#over ? undefined : this.#fail(toFault(error))
    }
  }

  /** The reader has left. */
  async cancel(): Promise<void> {
    this.#over = true
    this.#options.onEnd()
    await this.#iterator.return?.()
  }

  #take(batch: readonly Event[]): string {
    for (let index = batch.length - 1; index >= 0; index--) {
      const type = batch[index]?.type
      if (type !== undefined && ENDS.has(type)) this.#ended = true
      else if (type === 'message-start') this.#ended = false
      else if (type === 'fault') this.#close()
      else continue
      break
    }
    if (this.#ended && this.#options.finish === undefined) this.#close()
    return this.#options.write(this.#over ? batch.map((event) => this.#named(event)) : batch)
  }

  #last(): string | undefined {
    if (!this.#ended) return this.#fail(CUT_OFF)
    this.#close()
    return this.#options.finish?.() || undefined
  }

  #fail(fault: Fault): string {
    this.#close()
    const event = { type: 'fault', fault: this.#options.stopping.aborted ? STOPPING : fault } as const
    return this.#options.write([this.#named(event)])
  }

  /** A person sees the message, and an operator the log: the id leads from one to the other. */
  #named<Any extends { readonly type: string; readonly fault?: Fault }>(event: Any): Any {
    const { requestId } = this.#options
    if (event.type !== 'fault' || event.fault === undefined || requestId === undefined) return event
    return { ...event, fault: { ...event.fault, requestId: event.fault.requestId ?? requestId } }
  }

  /** All is said. What lies below tidies up first: an abort would cost it a connection that can be used again. */
  #close(): void {
    this.#over = true
    const { onEnd } = this.#options
    const tidied = this.#iterator.return?.()
    if (tidied) tidied.then(onEnd, onEnd)
    else onEnd()
  }
}

/** Every reader of server-sent events passes it over; proxies and people see that somebody is there. */
const BEAT = ': waiting\n\n'

/** An answer that is not there yet after so long has its head sent. */
const HEAD_MS = 50

export interface Beats {
  /** Something was said, so that no beat is needed for a while. */
  spoke(): void
  stop(): void
}

/** Sends a comment whenever nothing was said for a while. One timer, however much is said. */
export function startBeats(everyMs: number, send: (beat: string) => void): Beats {
  let silent = true
  const look = (): void => {
    if (silent) send(BEAT)
    silent = true
    timer = setTimeout(look, everyMs)
  }
  let timer = everyMs > 0 ? setTimeout(look, Math.min(HEAD_MS, everyMs)) : undefined
  return {
    spoke() {
      silent = false
    },
    stop: () => clearTimeout(timer),
  }
}
