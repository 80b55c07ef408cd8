import { TextSource, type TextSourceOptions } from './text-source.ts'

/** The part of a source that a host needs. */
export type Texts = Pick<TextSource, 'next' | 'cancel' | 'over'>

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
  return new ReadableStream(
    {
      async pull(controller) {
        const text = await source.next()
        if (text === undefined) controller.close()
        else controller.enqueue(encoder.encode(text))
      },
      cancel: () => source.cancel(),
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
