import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** `{"tags": ["a", "b",],}` */
export const trailingCommas: Mending = {
  id: 'trailing-commas',
  message: 'A comma stood behind the last value.',
  mend: (text) => rewriteOutside(text, (outside) => outside.replaceAll(/,(?=\s*[}\]])/g, '')),
}
