import { isJsonObject, ownValue } from '@parley/dialects'
import { type KeptValue, openKeptValue } from './kept-value.ts'
import type { ThreadStore } from './thread-store.ts'

/** The model that a thread is answered by. */
export interface ThreadModel {
  readonly id: string
  /** How much it reads at once, in tokens. Absent: nobody said. */
  readonly contextTokens?: number
  /** Whether it sees pictures. Absent: nobody said. */
  readonly sees?: boolean
  /** How it is spoken to in this thread. Absent: as everywhere. */
  readonly dialect?: string
}

/** Undefined: none was chosen yet. */
export function openThreadModel(threads: ThreadStore, threadId: string): Promise<KeptValue<ThreadModel | undefined>> {
  return openKeptValue<ThreadModel | undefined>(threads, threadId, {
    key: 'model',
    read(raw) {
      if (!isJsonObject(raw)) return undefined
      const [id, contextTokens, sees, dialect] = ['id', 'contextTokens', 'sees', 'dialect'].map((key) => ownValue(raw, key))
      if (typeof id !== 'string') return undefined
      return {
        id,
        ...(typeof contextTokens === 'number' && { contextTokens }),
        ...(typeof sees === 'boolean' && { sees }),
        ...(typeof dialect === 'string' && { dialect }),
      }
    },
    write: (model) => (model ? { ...model } : null),
  })
}
