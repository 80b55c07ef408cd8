import { parsedJson } from '../../shapes/values/input-writer.ts'
import type { JsonContent } from './content.ts'

/** A piece of text, or what stood between the quotes of a dialect. */
interface Piece {
  readonly text: string
  readonly quoted: boolean
}

/** JSON text of what a template calls JSON: strings in quotes of its own, keys in none. Undefined when it is none. */
export function looseJson(text: string, { bareKeys, quotes }: JsonContent): string | undefined {
  let pieces: readonly Piece[] = [{ text, quoted: false }]
  for (const pair of quotes) pieces = pieces.flatMap((piece) => (piece.quoted ? piece : takeOut(piece.text, pair)))
  const json = pieces
    .map((piece) => (piece.quoted ? JSON.stringify(piece.text) : bareKeys ? quoteKeys(piece.text) : piece.text))
    .join('')
  return parsedJson(json) === undefined ? undefined : json.trim()
}

function takeOut(text: string, [open, close]: readonly [string, string]): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let begin = text.indexOf(open); begin >= 0; begin = text.indexOf(open, from)) {
    const end = text.indexOf(close, begin + open.length)
    if (end < 0) break
    pieces.push({ text: text.slice(from, begin), quoted: false }, { text: text.slice(begin + open.length, end), quoted: true })
    from = end + close.length
  }
  return [...pieces, { text: text.slice(from), quoted: false }]
}

/** `{title:` → `{"title":`; what stands in a string, or in one that is not closed, stays as it is. */
const quoteKeys = (text: string): string =>
  text.replaceAll(
    /"(?:[^"\\]|\\.)*(?:"|\\?$)|([{,]\s*)([\p{L}\p{N}_]+)(\s*:)/gsu,
    (all, before?: string, key = '', behind = '') => (before === undefined ? all : `${before}"${key}"${behind}`),
  )
