import { jsonrepair } from 'jsonrepair'
import { nestsTooDeep } from '../canonical/json.ts'
import { type Mend, mend, parseJson } from './mend.ts'
import { piecesOf } from './pieces.ts'

const REPAIRED = { id: 'repaired', message: 'The JSON was damaged and had to be repaired.' }

/** Stray quotes cost the library time by the square of their number: ten seconds at 200 kB. */
const MOST_TEXT = 16_384

/** Our own mendings, and where they do not help, a library that guesses: missing commas, quotes inside of strings. */
export const mendAnything: Mend = (text) => mend(text) ?? repair(text)

function repair(text: string): ReturnType<Mend> {
  if (text.length > MOST_TEXT || nestsTooDeep(text)) return undefined
  // It would complete what breaks off, and half a call must never run.
  if (!/[}\]`]$/.test(text.trimEnd()) || piecesOf(text) === undefined) return undefined
  try {
    const repaired = jsonrepair(text)
    const value = parseJson(repaired)
    return value === undefined ? undefined : { value, text: repaired, flaws: [REPAIRED] }
  } catch {
    return undefined
  }
}
