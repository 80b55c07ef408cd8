import { type Beats, startBeats } from './beats.ts'
import { TextSource, type TextSourceOptions } from './text-source.ts'

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
