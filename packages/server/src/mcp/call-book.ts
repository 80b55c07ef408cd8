import type { CallEvent, CallResult } from './calls.ts'

/** How long a result can still be listened to: as long as a page takes to come back. */
const KEPT_MS = 10 * 60_000
const MOST_KEPT = 1000

interface KeptCall {
  readonly stop: AbortController
  readonly listeners: Set<(event: CallEvent) => void>
  last?: CallEvent
  result?: CallResult
}

/** Calls by owner and id: the same id again listens to the call that there is, and runs nothing. */
export interface CallBook {
  has(key: string): boolean
  /** Two requests with one id at the same moment begin one call. */
  opening(key: string, open: () => Promise<void>): Promise<void>
  listen(key: string, signal: AbortSignal): AsyncIterable<readonly CallEvent[]>
  /** `run` must not throw. */
  begin(key: string, run: (signal: AbortSignal, onProgress: (event: CallEvent) => void) => Promise<CallResult>): void
  stop(key: string): boolean
}

export function createCallBook(): CallBook {
  const calls = new Map<string, KeptCall>()
  const openings = new Map<string, Promise<void>>()
  const forget = (key: string) => setTimeout(() => calls.delete(key), KEPT_MS).unref()
  return {
    has: (key) => calls.has(key),
    async opening(key, open) {
      const known = openings.get(key) ?? open().finally(() => openings.delete(key))
      openings.set(key, known)
      await known
    },
    async *listen(key, signal) {
      const call = calls.get(key)
      if (call) yield* listening(call, signal)
    },
    begin(key, run) {
      const call: KeptCall = { stop: new AbortController(), listeners: new Set() }
      calls.set(key, call)
      for (const [old, { result }] of calls) {
        if (calls.size <= MOST_KEPT) break
        if (result) calls.delete(old)
      }
      const tell = (event: CallEvent) => {
        call.last = event
        for (const listener of call.listeners) listener(event)
      }
      const finish = async () => {
        const result = await run(call.stop.signal, tell)
        call.result = result
        tell({ type: 'call-end', result })
        forget(key)
      }
      void finish()
    },
    stop(key) {
      const call = calls.get(key)
      call?.stop.abort()
      return call !== undefined
    },
  }
}

/** From what was told last to the end, or until the listener leaves. */
async function* listening(call: KeptCall, signal: AbortSignal): AsyncGenerator<readonly CallEvent[]> {
  const waiting: CallEvent[] = call.last ? [call.last] : []
  let wake: (() => void) | undefined
  signal.addEventListener('abort', () => wake?.(), { once: true })
  const listener = (event: CallEvent) => {
    // Only the newest progress matters to who comes late.
    if (waiting.at(-1)?.type === 'call-progress') waiting.pop()
    waiting.push(event)
    wake?.()
  }
  call.listeners.add(listener)
  try {
    while (!signal.aborted) {
      const events = waiting.splice(0)
      if (events.length > 0) yield events
      if (events.some(({ type }) => type === 'call-end')) return
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    call.listeners.delete(listener)
  }
}
