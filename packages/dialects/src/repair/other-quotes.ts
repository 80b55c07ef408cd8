import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewrite } from './pieces.ts'

/** Strings between quotes that JSON does not know. What the quotes meant inside of them changes with them. */
function requote(quotes: string): Mending['mend'] {
  return (text) =>
    rewrite(text, (piece) =>
      piece.quote === '' || piece.quote === '"' || !quotes.includes(piece.quote.charAt(0))
        ? piece
        : { quote: '"', text: escapeQuotes(piece.text) },
    )
}

/** `\'` → `'`, `"` → `\"`, and every other escape as it is. */
function escapeQuotes(inside: string): string {
  return inside.replaceAll(/\\[^]|"/g, (found) =>
    found === '"' ? '\\"' : found === "\\'" || found === '\\`' ? found.charAt(1) : found,
  )
}

export const smartQuotes: Mending = {
  ...flaw('smart-quotes'),
  mend: requote('“‘'),
}

export const singleQuotes: Mending = {
  ...flaw('single-quotes'),
  mend: requote("'"),
}

export const backtickQuotes: Mending = {
  ...flaw('backtick-quotes'),
  mend: requote('`'),
}

export const tripleQuotes: Mending = {
  ...flaw('triple-quotes'),
  mend: requote('"'),
}
