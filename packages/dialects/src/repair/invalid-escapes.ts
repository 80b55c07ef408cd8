import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewriteStrings } from './pieces.ts'

/**
 * Escapes of other languages. Before a letter the backslash was meant, as in a pattern or a path; before punctuation
 * it was not:
 *
 *     "\d+"  →  "\\d+"        "it\'s \$5"  →  "it's $5"        "\x41"  →  "\u0041"
 */
export const invalidEscapes: Mending = {
  ...flaw('invalid-escapes'),
  mend: (text) => rewriteStrings(text, (inside) => inside.replaceAll(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^])/g, escaped)),
}

function escaped(found: string, escape: string): string {
  if (escape.length === 3) return `\\u00${escape.slice(1)}`
  if (escape.length > 1 || '"\\/bfnrt'.includes(escape)) return found
  return /[a-zA-Z0-9]/.test(escape) ? `\\\\${escape}` : escape
}
