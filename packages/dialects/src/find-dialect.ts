import { auto } from './auto.ts'
import { FaultError } from './canonical/fault.ts'
import type { Said, Sentence, Wording } from './canonical/sentence.ts'
import type { Dialect } from './dialect.ts'
import { compareVersions, isNumbers, type NameToken, nameSegments, nameTokens } from './names/model-name.ts'
import { say } from './names/words.ts'
import { dialects as spoken } from './registry.generated.ts'
import { usualDialect } from './usual-dialect.ts'

/** Every built-in dialect by id, then the one that recognises them all. */
export const dialects: readonly Dialect[] = [...spoken, auto]

const byId = new Map(dialects.flatMap((dialect) => [dialect.id, ...(dialect.aliases ?? [])].map((id) => [id, dialect])))

/** Ignores case and takes `_` for `-`, so that `JSON_Strict` is found. */
export function findDialect(id: string): Dialect | undefined {
  return byId.get(id) ?? byId.get(id.trim().toLowerCase().replaceAll('_', '-'))
}

/** The same for an id that must be one: throws a fault that says what to write instead. */
export function requireDialect(id: string): Dialect {
  const found = findDialect(id)
  if (found) return found
  throw new FaultError({ code: 'request/unknown-dialect', ...noSuchDialect(id), retryable: false })
}

/** People write the name of a model where the id of a dialect belongs. */
function noSuchDialect(id: string): Sentence {
  const { dialect, speaker } = dialectFor(id)
  return dialect && speaker
    ? say('dialect.speaks', { id, speaker, dialect: dialect.id })
    : say('dialect.unknown', { id, example: usualDialect.id })
}

export interface NamedDialect {
  /** The dialect that a model of this name was trained on. Absent: nothing is known of such a name. */
  readonly dialect?: Dialect
  /** Who of its `speakers` the name was taken for. Absent together with `dialect`. */
  readonly speaker?: string
  /** Half a sentence that a person can check. */
  readonly reason: string
  /** The same for other languages. */
  readonly words: Wording
}

interface Speaker {
  readonly name: string
  readonly tokens: readonly NameToken[]
  readonly dialect: Dialect
}

interface Match {
  readonly speaker: Speaker
  readonly start: number
  readonly versions: readonly (readonly number[])[]
  /** Whether the name says this version, and not a later one of the family. */
  readonly exact: boolean
}

/** A remark stands in parentheses: `Gemma 3 (by prompt)`. What two dialects share belongs to the one that more models speak. */
const SPEAKERS: readonly Speaker[] = spoken
  .toSorted((a, b) => b.speakers.length - a.speakers.length)
  .flatMap((dialect) =>
    dialect.speakers.map((told) => {
      const name = told.replace(/ \(.*\)$/, '')
      return { name, tokens: nameTokens(name), dialect }
    }),
  )

/**
 * Which dialect a model speaks, told by its name as vendors, file systems and Ollama write it. A version that is not
 * listed is taken for the latest one before it with the same first number; another first number is another model.
 */
export function dialectFor(modelName: string): NamedDialect {
  for (const segment of nameSegments(modelName)) {
    const best = bestMatch(nameTokens(segment))
    if (!best) continue
    const { name, dialect } = best.speaker
    return { dialect, speaker: name, ...because(say(best.exact ? 'speech.named' : 'speech.nearest', { name })) }
  }
  return because(say('speech.unknown'))
}

const because = ({ message: reason, words }: Said) => ({ reason, words })

function bestMatch(tokens: readonly NameToken[]): Match | undefined {
  const matches = SPEAKERS.flatMap((speaker) => match(speaker, tokens) ?? [])
  return matches.toSorted(byRank)[0]
}

/** What the name begins with, then what says more, then the latest version. */
function byRank(a: Match, b: Match): number {
  const sooner = a.start - b.start
  const longer = b.speaker.tokens.length - a.speaker.tokens.length
  return sooner || longer || compareVersions(b.versions.flat(), a.versions.flat())
}

/** Words of the speaker stand in the name in the same order; sizes and other words may stand between, another version may not. */
function match(speaker: Speaker, tokens: readonly NameToken[]): Match | undefined {
  const [first, ...rest] = speaker.tokens
  const start = tokens.findIndex((token) => token === first)
  if (start < 0) return undefined
  const versions: (readonly number[])[] = []
  let exact = true
  let place = start
  for (const wanted of rest) {
    place = tokens.findIndex((token, at) => at > place && (isNumbers(wanted) ? isNumbers(token) : token === wanted))
    const token = tokens[place]
    if (token === undefined) return undefined
    if (!isNumbers(wanted) || !isNumbers(token)) continue
    if (token[0] !== wanted[0] || compareVersions(token, wanted) < 0) return undefined
    versions.push(wanted)
    exact &&= wanted.every((number, at) => token[at] === number)
  }
  return { speaker, start, versions, exact }
}
