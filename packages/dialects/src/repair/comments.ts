import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** Comments as JavaScript, C and Python know them. */
export const comments: Mending = {
  id: 'comments',
  message: 'The JSON held comments.',
  mend: (text) => rewriteOutside(text, withoutComments),
}

function withoutComments(outside: string): string {
  let kept = ''
  let from = 0
  for (const { 0: mark, index } of outside.matchAll(/\/\*|\/\/|#/g)) {
    if (index < from) continue
    const end = mark === '/*' ? outside.indexOf('*/', index + 2) + 2 : outside.indexOf('\n', index)
    // Searching again from every unclosed comment would be quadratic.
    if (mark === '/*' && end < 2) break
    kept += outside.slice(from, index)
    from = end < 0 ? outside.length : end
  }
  return kept + outside.slice(from)
}
