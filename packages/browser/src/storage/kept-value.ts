import { isJsonObject, type JsonValue } from '@parley/dialects'
import type { ThreadRecord, ThreadStore } from './thread-store.ts'

/** One of the things that a page keeps with a thread. */
export interface KeptValue<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export interface KeptForm<Value> {
  readonly key: string
  /** What was kept, as far as it can be believed: other versions write there too. */
  read(raw: JsonValue | undefined): Value
  write(value: Value): JsonValue
}

/** Known at once from then on, also when another tab changes it. */
export async function openKeptValue<Value>(
  threads: ThreadStore,
  threadId: string,
  { key, read, write }: KeptForm<Value>,
): Promise<KeptValue<Value>> {
  const valueIn = (thread: ThreadRecord | undefined) => read(isJsonObject(thread?.settings) ? thread.settings[key] : undefined)
  const listeners = new Set<() => void>()
  let value = valueIn(await threads.find(threadId))
  const show = (next: Value) => {
    if (JSON.stringify(next) === JSON.stringify(value)) return
    value = next
    for (const listener of listeners) listener()
  }
  let writing = Promise.resolve()
  threads.watch((changed) => {
    // What is being written is newer than what is kept.
    if (changed === threadId) void writing.then(() => threads.find(threadId)).then((thread) => show(valueIn(thread)))
  })
  const writeAfter = async (before: Promise<void>, next: JsonValue) => {
    await before
    const step = (thread: ThreadRecord): ThreadRecord => ({ ...thread, settings: { ...thread.settings, [key]: next } })
    // What cannot be kept is asked for again.
    await threads.change(threadId, step).catch(() => {})
  }
  return {
    get: () => value,
    set(next) {
      show(next)
      writing = writeAfter(writing, write(next))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
