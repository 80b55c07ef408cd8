import { auto, type Dialect, dialectFor, findDialect, isReasoningModel, requireDialect, type Sentence } from '@parley/dialects'
import type { ModelInfo } from '../providers/provider.ts'
import { say } from '../words.ts'

/** How a model is spoken to. */
export interface Speech {
  /** Absent: natively. */
  readonly dialect: Dialect | undefined
  /** Half a sentence that a person can check. */
  readonly reason: Sentence
  /** Nobody said so, and nothing was tried: its name told it, or not even that. */
  readonly guessed: boolean
  /** Whether it thinks aloud before it answers. */
  readonly thinking: boolean
  /** Whether its prompt opens the thought, so that an answer begins inside of it. */
  readonly startsInReasoning: boolean | 'maybe'
}

export interface SpeechSources {
  /** What the request asks for. Absent, or empty: nothing. */
  readonly wanted: string | undefined
  readonly info: ModelInfo
  /** What was measured. Absent: nothing was. */
  readonly record: SpeechRecord | undefined
}

type Choice = Pick<Speech, 'dialect' | 'reason' | 'guessed'>

/** The nearest to the user wins: the request, the configuration, what was measured, what its server says of it, its name, what any model can be taught. */
export function chooseSpeech(sources: SpeechSources): Speech {
  const { info, record } = sources
  const startsInReasoning = info.startsInReasoning ?? record?.startsInReasoning
  const thinking = info.reasoning ?? record?.reasoning ?? startsInReasoning ?? isReasoningModel(info.id)
  return { ...choose(sources), thinking, startsInReasoning: startsInReasoning ?? (thinking ? 'maybe' : false) }
}

function choose({ wanted, info, record }: SpeechSources): Choice {
  const known = (id: string, reason: string | Sentence): Choice => ({
    dialect: dialectOf(id, info),
    reason: sentence(reason),
    guessed: false,
  })
  if (wanted !== undefined && wanted !== '') return known(wanted, say('speech.asked'))
  if (record && !info.settled && isKnown(record.choice, info)) return known(record.choice, record.reason)
  const told = info.dialect ?? (info.native ? 'native' : undefined)
  if (told !== undefined) return known(told, info.reason ?? say('speech.configured'))
  const { dialect, reason, words } = dialectFor(info.id)
  if (dialect) return { dialect, reason: { message: reason, words }, guessed: true }
  return {
    dialect: auto,
    reason: sentence(info.reason ?? say('speech.usual')),
    guessed: true,
  }
}

export const sentence = (said: string | Sentence): Sentence => (typeof said === 'string' ? { message: said } : said)

/** `undefined`: natively. */
function dialectOf(id: string, { speaks }: ModelInfo): Dialect | undefined {
  if (speaks?.id === id) return speaks
  return id.toLowerCase() === 'native' ? undefined : requireDialect(id)
}

/** What was measured may name a dialect that only the model's files told of, and they are gone. */
function isKnown(id: string, { speaks }: ModelInfo): boolean {
  return id === 'native' || speaks?.id === id || findDialect(id) !== undefined
}

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
