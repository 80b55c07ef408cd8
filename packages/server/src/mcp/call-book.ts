import type { JsonObject } from '@parley/dialects'
import type { ToolProgress } from '../tools/backend-tool.ts'
import type { Question } from '../tools/question.ts'
import type { CallEvent, CallResult } from './calls.ts'
import type { Ask } from './questions/asking.ts'

/** How long a result can still be listened to: as long as a page takes to come back. */
const KEPT_MS = 10 * 60_000
const MOST_KEPT = 1000

/** How long a question waits for somebody to come back to it. */
const ALONE_MS = 15_000

interface KeptCall {
  readonly stop: AbortController
  asked: number
  open?: { readonly asks: number; readonly question: Question; readonly answer: (response: JsonObject) => void }
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
  begin(key: string, run: (signal: AbortSignal, tell: Tell) => Promise<CallResult>): void
  /** What a call asks now. Undefined: nothing. */
  questionOf(key: string): { readonly asks: number; readonly question: Question } | undefined
  /** False: it does not ask that any more. */
  answer(key: string, asks: number, response: JsonObject): boolean
  stop(key: string): boolean
}

interface Tell {
  readonly onProgress: (progress: ToolProgress) => void
  readonly ask: Ask
}

export function createCallBook(aloneMs = ALONE_MS): CallBook {
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
      const call: KeptCall = { stop: new AbortController(), listeners: new Set(), asked: 0 }
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
        const onProgress = (progress: ToolProgress) => tell({ type: 'call-progress', ...progress })
        const result = await run(call.stop.signal, { onProgress, ask: (question) => put(call, question, { tell, aloneMs }) })
        delete call.open
        call.result = result
        tell({ type: 'call-end', result })
        forget(key)
      }
      void finish()
    },
    questionOf: (key) => calls.get(key)?.open,
    answer(key, asks, response) {
      const open = calls.get(key)?.open
      if (open?.asks !== asks) return false
      open.answer(response)
      return true
    },
    stop(key) {
      const call = calls.get(key)
      call?.stop.abort()
      return call !== undefined
    },
  }
}

/** Puts a question to whoever listens. Nobody, or nobody for a while: it is declined, and so it is when the call is stopped. */
async function put(
  call: KeptCall,
  question: Question,
  { tell, aloneMs }: { readonly tell: (event: CallEvent) => void; readonly aloneMs: number },
): Promise<JsonObject> {
  const declined = { action: 'decline' }
  if (call.listeners.size === 0 || call.stop.signal.aborted || call.open) return declined
  const asks = call.asked++
  const { promise, resolve } = Promise.withResolvers<JsonObject>()
  call.open = { asks, question, answer: resolve }
  const leave = () => resolve({ action: 'cancel' })
  call.stop.signal.addEventListener('abort', leave, { once: true })
  let alone = 0
  const looking = setInterval(() => {
    alone = call.listeners.size === 0 ? alone + aloneMs / 10 : 0
    if (alone > aloneMs) resolve(declined)
  }, aloneMs / 10)
  tell({ type: 'call-question', asks, question })
  try {
    return await promise
  } finally {
    clearInterval(looking)
    call.stop.signal.removeEventListener('abort', leave)
    if (call.open?.asks === asks) delete call.open
    // Whoever comes late is not asked what was answered.
    delete call.last
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
