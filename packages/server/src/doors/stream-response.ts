import type { StreamEvent } from '@parley/dialects'
import { TextSource, type TextSourceOptions } from './text-source.ts'

const sources = new WeakMap<Response, TextSource>()

const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Events as server-sent events, through one web stream, or around it for a host that knows how. */
export function streamResponse(
  events: AsyncIterable<readonly StreamEvent[]>,
  options: TextSourceOptions & { readonly headers?: Readonly<Record<string, string>> },
): Response {
  const source = new TextSource(events, options)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
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
  const response = new Response(body, { headers: { ...EVENT_STREAM, ...options.headers } })
  sources.set(response, source)
  return response
}

/**
 * The text behind a response of ours, for a host that writes it to its own socket: a web stream costs more per event than
 * everything else together (docs/decisions/0010). Whoever takes it must not read the response's body.
 */
export function textSourceOf(response: Response): TextSource | undefined {
  return sources.get(response)
}
