import { isJsonObject, ownValue } from '@parley/dialects'
import { type KeptValue, openKeptValue } from './kept-value.ts'
import type { ThreadStore } from './thread-store.ts'

/** The model that a thread is answered by. */
export interface ThreadModel {
  readonly id: string
  /** How much it reads at once, in tokens. Absent: nobody said. */
  readonly contextTokens?: number
}

/** Undefined: none was chosen yet. */
export function openThreadModel(threads: ThreadStore, threadId: string): Promise<KeptValue<ThreadModel | undefined>> {
  return openKeptValue<ThreadModel | undefined>(threads, threadId, {
    key: 'model',
    read(raw) {
      if (!isJsonObject(raw)) return undefined
      const [id, contextTokens] = [ownValue(raw, 'id'), ownValue(raw, 'contextTokens')]
      return typeof id === 'string' ? { id, ...(typeof contextTokens === 'number' && { contextTokens }) } : undefined
    },
    write: (model) => (model ? { ...model } : null),
  })
}
