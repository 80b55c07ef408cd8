import { flaw } from '../canonical/flaws.ts'
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
  ...flaw('python-literals'),
  mend: (text) =>
    rewriteOutside(text, (outside) =>
      outside.replaceAll(/\b(?:True|TRUE|False|FALSE|None|NULL|Null|nil|undefined)\b/g, (word) => LITERALS.get(word) ?? 'null'),
    ),
}
