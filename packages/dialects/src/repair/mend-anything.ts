import { jsonrepair } from 'jsonrepair'
import { repeatedKey } from '../canonical/exact-json.ts'
import { flaw } from '../canonical/flaws.ts'
import { nestsTooDeep } from '../canonical/json.ts'
import { comments } from './comments.ts'
import { type Mend, mend, parseJson } from './mend.ts'
import { piecesOf } from './pieces.ts'

const COMMENTS = { id: comments.id, message: comments.message }
const REPAIRED = flaw('repaired')

/** Stray quotes cost the library time by the square of their number: ten seconds at 200 kB. */
const MOST_TEXT = 16_384

/** Our own mendings, and where they do not help, a library that guesses: missing commas, quotes inside of strings. */
export const mendAnything: Mend = (text) => mend(text) ?? repair(text)

function repair(text: string): ReturnType<Mend> {
  if (text.length > MOST_TEXT || nestsTooDeep(text)) return undefined
  // It would complete what breaks off, and half a call must never run.
  if (!/[}\]`]$/.test(text.trimEnd()) || piecesOf(text) === undefined) return undefined
  const bare = comments.mend(text) ?? text
  try {
    const repaired = jsonrepair(bare)
    const value = dataOf(repaired) === dataOf(bare) ? parseJson(repaired) : undefined
    return value === undefined || repeatedKey(repaired)?.same === false
      ? undefined
      : { value, text: repaired, flaws: bare === text ? [REPAIRED] : [COMMENTS, REPAIRED] }
  } catch {
    return undefined
  }
}

/** All that may be data: what is neither white space nor punctuation. The library leaves out what it does not understand. */
function dataOf(text: string): string {
  return text
    .replace(/^\s*`+[\w-]*/, '')
    .replaceAll(/\\(?:u[\da-fA-F]{4}|[^])|[\s"'`“”‘’,:;{}()[\]]/g, '')
    .toLowerCase()
    .replaceAll(/none|undefined|nil/g, 'null')
}
