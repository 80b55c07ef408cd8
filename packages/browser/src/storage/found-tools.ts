import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { ThreadRecord, ThreadStore } from './thread-store.ts'

/** Which tools a model has found in a thread, kept with it. Those found last stand at the end. */
export interface FoundTools {
  list(): readonly string[]
  keep(names: readonly string[]): void
  subscribe(listener: () => void): () => void
}

const KEY = 'foundTools'

/** Known at once from then on, also when another tab finds more. */
export async function openFoundTools(threads: ThreadStore, threadId: string): Promise<FoundTools> {
  const read = async () => namesIn(await threads.find(threadId))
  const listeners = new Set<() => void>()
  let names = await read()
  const show = (next: readonly string[]) => {
    if (JSON.stringify(next) === JSON.stringify(names)) return
    names = next
    for (const listener of listeners) listener()
  }
  let writing = Promise.resolve()
  threads.watch((changed) => {
    // What is being written is newer than what is kept.
    if (changed === threadId) void writing.then(read).then(show)
  })
  const writeAfter = async (before: Promise<void>, next: readonly string[]) => {
    await before
    const step = (thread: ThreadRecord): ThreadRecord => ({ ...thread, settings: withNames(thread.settings, next) })
    // What cannot be kept is found again.
    await threads.change(threadId, step).catch(() => {})
  }
  return {
    list: () => names,
    keep(next) {
      show(next)
      writing = writeAfter(writing, next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const withNames = (settings: JsonObject | undefined, names: readonly string[]): JsonObject => ({ ...settings, [KEY]: [...names] })

function namesIn(thread: ThreadRecord | undefined): readonly string[] {
  const kept = isJsonObject(thread?.settings) ? thread.settings[KEY] : undefined
  return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : []
}
