import { repeatedKey } from '../canonical/exact-json.ts'
import { type JsonValue, nestsTooDeep } from '../canonical/json.ts'
import type { Flaw } from '../canonical/part.ts'
import { codeFence } from './code-fence.ts'
import { comments } from './comments.ts'
import { escapedQuotes } from './escaped-quotes.ts'
import { invalidEscapes } from './invalid-escapes.ts'
import { invisibleCharacters } from './invisible-characters.ts'
import type { Mending } from './mending.ts'
import { numberSpelling } from './number-spelling.ts'
import { backtickQuotes, singleQuotes, smartQuotes, tripleQuotes } from './other-quotes.ts'
import { pythonLiterals } from './python-literals.ts'
import { rawControlCharacters } from './raw-control-characters.ts'
import { trailingCommas } from './trailing-commas.ts'
import { unevenBrackets } from './uneven-brackets.ts'
import { unquotedKeys } from './unquoted-keys.ts'

export interface Mended {
  readonly value: JsonValue
  /** The value as JSON text; numbers as they were spelled. */
  readonly text: string
  /** Empty when the text was JSON all along. */
  readonly flaws: readonly Flaw[]
}

/** Reads text that should have been JSON. Undefined when nobody can say what was meant. Never throws. */
export type Mend = (text: string) => Mended | undefined

/** In this order, each on top of those before. What models get wrong most often is tried first. */
export const mendings: readonly Mending[] = [
  invisibleCharacters,
  codeFence,
  escapedQuotes,
  rawControlCharacters,
  invalidEscapes,
  tripleQuotes,
  singleQuotes,
  smartQuotes,
  backtickQuotes,
  comments,
  unquotedKeys,
  pythonLiterals,
  numberSpelling,
  trailingCommas,
  unevenBrackets,
]

/** Strict JSON, or else what our own mendings make of it. */
export const mend: Mend = (text) => {
  const strict = parseJson(text)
  if (strict !== undefined) return repeatedKey(text)?.same === false ? undefined : { value: strict, text, flaws: [] }
  const flaws: Flaw[] = []
  let mended = text
  for (const { id, message, mend: apply } of mendings) {
    const next = apply(mended)
    if (next === undefined || next === mended) continue
    mended = next
    flaws.push({ id, message })
    const value = parseJson(mended)
    if (value !== undefined) return repeatedKey(mended)?.same === false ? undefined : { value, text: mended, flaws }
  }
  return undefined
}

/** Undefined also when it nests deeper than anybody can carry. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return nestsTooDeep(text) ? undefined : (JSON.parse(text) as JsonValue)
  } catch {
    return undefined
  }
}
