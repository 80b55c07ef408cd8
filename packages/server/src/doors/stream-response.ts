import type { Fault, StreamEvent } from '@parley/dialects'
import { toFault } from '../http-fault.ts'

export interface StreamResponseOptions {
  /** Text for the socket; empty when nothing is to be said yet. */
  readonly write: (batch: readonly StreamEvent[]) => string
  /** Ends the answer above: called when the reader leaves and when all has been said. */
  readonly onEnd: () => void
  /** Aborted when the server stops; an answer it cuts off says so. */
  readonly stopping: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Events as server-sent events, through one web stream. It is pulled: nothing is asked of the model server before the
 * reader has taken what came earlier, so a slow reader costs no memory. Whatever happens, the last event is an end or a fault.
 */
export function streamResponse(events: AsyncIterable<readonly StreamEvent[]>, options: StreamResponseOptions): Response {
  const iterator = events[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let over = false
  const nextText = async (): Promise<string | undefined> => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const last = next.value.at(-1)?.type
      over ||= last === 'message-end' || last === 'fault'
      const text = options.write(next.value)
      if (text !== '') return text
    }
    return undefined
  }
  const cutOff = (fault: Fault) => {
    if (over) return ''
    over = true
    return options.write([{ type: 'fault', fault: options.stopping.aborted ? STOPPING : fault }])
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await nextText().catch((error: unknown) => cutOff(toFault(error)) || undefined)
        if (text !== undefined) controller.enqueue(encoder.encode(text))
        if (text !== undefined && !over) return
        const rest = cutOff(CUT_OFF)
        if (rest !== '') controller.enqueue(encoder.encode(rest))
        controller.close()
        options.onEnd()
      },
      async cancel() {
        options.onEnd()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { ...EVENT_STREAM, ...options.headers } })
}

const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

const CUT_OFF: Fault = {
  code: 'provider/unavailable',
  message: 'The answer broke off before it was complete. Try again.',
  retryable: true,
}

const STOPPING: Fault = {
  code: 'server/stopping',
  message: 'The server is being stopped, so the answer was cut off. Try again when it is back.',
  retryable: true,
}
