import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** `{"tags": ["a", "b",],}` */
export const trailingCommas: Mending = {
  ...flaw('trailing-commas'),
  mend: (text) => rewriteOutside(text, (outside) => outside.replaceAll(/,(?=\s*[}\]])/g, '')),
}
