import { appendEvent, type ChatRequest, FaultError, type StreamEvent } from '@parley/dialects'
import { createSseSplitter } from '@parley/dialects/wire'
import { say } from '../words.ts'
import type { WireProviderOptions } from './wire-provider.ts'

/** One answer's bytes → events. Synchronous: what one read brought becomes one batch. */
export interface StreamReading {
  /** Whether the answer has come to its end or to a fault. */
  readonly over: boolean
  /** Throws the fault when the answer begins with one, so that it can still become a status. */
  push(bytes: Uint8Array): readonly StreamEvent[]
  end(): readonly StreamEvent[]
}

/** Half a million tokens with all that is wrapped around them. The text of an answer is held until its end, so it must have one. */
const MAX_BYTES = 128 * 1024 * 1024

export function createStreamReading(
  options: Pick<WireProviderOptions, 'format' | 'newId' | 'label'>,
  request: ChatRequest,
  maxBytes = MAX_BYTES,
): StreamReading {
  const wire = options.format.createReader({ newId: options.newId, ...(request.tools && { tools: request.tools }) })
  const splitter = createSseSplitter()
  const decoder = new TextDecoder()
  let batch: StreamEvent[] = []
  let begun = false
  let over = false
  let left = maxBytes
  const skim = (piece: string): string => {
    if (!wire.skim || !splitter.between) return piece
    const { events, length } = wire.skim(piece)
    for (const event of events) appendEvent(batch, event)
    return length === 0 ? piece : piece.slice(length)
  }
  const sink = (data: string, name: string | undefined) => {
    for (const event of wire.push(data, name)) appendEvent(batch, event)
  }
  const take = () => {
    const full = batch
    if (full.length === 0) return full
    batch = []
    if (!begun && full[0]?.type === 'fault') throw new FaultError(full[0].fault)
    begun = true
    const last = full.at(-1)?.type
    over = last === 'message-end' || last === 'fault'
    return full
  }
  return {
    get over() {
      return over
    },
    push(bytes) {
      left -= bytes.byteLength
      if (left < 0) throw endless(options.label, maxBytes)
      splitter.push(skim(decoder.decode(bytes, { stream: true })), sink)
      return take()
    },
    end() {
      splitter.push(decoder.decode(), sink)
      splitter.end(sink)
      for (const event of wire.end()) batch.push(event)
      return take()
    },
  }
}

function endless(label: string, maxBytes: number): FaultError {
  return new FaultError({
    code: 'provider/bad-answer',
    ...say('provider.endless', { label, megabytes: Math.floor(maxBytes / 1024 / 1024) }),
    retryable: false,
  })
}

/** Calls `onSilence` once when nobody has touched it for a while. One timer, however often it is touched. */
export interface Watchdog {
  /** `begun`: from now on the shorter patience counts. */
  touch(begun: boolean): void
  stop(): void
}

export function createWatchdog(first: number, next: number, onSilence: (limit: number) => void): Watchdog {
  let since = performance.now()
  let doubted = Number.NaN
  let limit = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const left = since + limit - performance.now()
    // Never longer than the shorter patience: it counts from the first sign on, which may come right behind this look.
    if (left > 0) timer = setTimeout(look, Math.min(left, next))
    else if (since === doubted) onSilence(limit)
    else {
      // A busy process may have data waiting that it had no time to read: one more turn of the loop before giving up.
      doubted = since
      timer = setTimeout(look, 10)
    }
  }
  timer = setTimeout(look, Math.min(first, next))
  return {
    touch(begun) {
      since = performance.now()
      if (begun) limit = next
    },
    stop: () => clearTimeout(timer),
  }
}
