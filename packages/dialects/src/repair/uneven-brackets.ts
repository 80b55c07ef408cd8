import { flaw } from '../canonical/flaws.ts'
import { MAX_JSON_DEPTH } from '../canonical/json.ts'
import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/**
 * Brackets that were forgotten, or written once too often:
 *
 *     {"tags": ["a", "b"}        {"title": "Momo"}}
 *                       ^ `]`                     ^ one too many
 */
export const unevenBrackets: Mending = {
  ...flaw('uneven-brackets'),
  mend(text) {
    /** What would close each open bracket, innermost last. */
    const open: string[] = []
    const even = rewriteOutside(text, (outside) => outside.replaceAll(/[[\]{}]/g, (bracket) => balance(bracket, open)))
    return even === undefined ? undefined : even + open.toReversed().join('')
  },
}

function balance(bracket: string, open: string[]): string {
  if (bracket === '{' || bracket === '[') {
    if (open.length < MAX_JSON_DEPTH) open.push(bracket === '{' ? '}' : ']')
    return bracket
  }
  const place = open.lastIndexOf(bracket)
  return place < 0 ? '' : open.splice(place).toReversed().join('')
}
