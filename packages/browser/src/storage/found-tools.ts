import { openKeptValue } from './kept-value.ts'
import type { ThreadStore } from './thread-store.ts'

/** Which tools a model has found in a thread, kept with it. Those found last stand at the end. */
export interface FoundTools {
  list(): readonly string[]
  keep(names: readonly string[]): void
  subscribe(listener: () => void): () => void
}

export async function openFoundTools(threads: ThreadStore, threadId: string): Promise<FoundTools> {
  const kept = await openKeptValue<readonly string[]>(threads, threadId, {
    key: 'foundTools',
    read: (raw) => (Array.isArray(raw) ? raw.filter((name): name is string => typeof name === 'string') : []),
    write: (names) => [...names],
  })
  return { list: kept.get, keep: kept.set, subscribe: kept.subscribe }
}
