import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

const LITERALS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['TRUE', 'true'],
  ['False', 'false'],
  ['FALSE', 'false'],
])

/** What other languages call true, false and nothing. */
export const pythonLiterals: Mending = {
  id: 'python-literals',
  message: 'Truth values and nothing were written as in another language.',
  mend: (text) =>
    rewriteOutside(text, (outside) =>
      outside.replaceAll(/\b(?:True|TRUE|False|FALSE|None|NULL|Null|nil|undefined)\b/g, (word) => LITERALS.get(word) ?? 'null'),
    ),
}
