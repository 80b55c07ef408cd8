import type { Sentence } from '@parley/dialects'

/** What was found out about a model by trying, and how it is spoken to because of it. */
export interface SpeechRecord {
  /** What the provider calls the model. */
  readonly model: string
  /** The provider's id. */
  readonly provider: string
  /** The id of a dialect, or `native`. */
  readonly choice: string
  /** Half a sentence that a person can check. */
  readonly reason: string | Sentence
  /** It was seen to think aloud before it answers. Absent: it was not. */
  readonly reasoning?: true
  /** Its answers were seen to begin inside of a thought. Absent: they were not. */
  readonly startsInReasoning?: true
}

/** Records by provider and model. Whoever measures models hands in a set that lasts. */
export interface SpeechRecords {
  find(provider: string, model: string): SpeechRecord | undefined
  keep(record: SpeechRecord): void
}

const key = (provider: string, model: string) => `${provider}\n${model}`

/** Records that last as long as the server runs. */
export function createSpeechRecords(): SpeechRecords {
  const kept = new Map<string, SpeechRecord>()
  return {
    find: (provider, model) => kept.get(key(provider, model)),
    keep: (record) => void kept.set(key(record.provider, record.model), record),
  }
}
