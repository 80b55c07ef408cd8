import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** `+1`, `.5`, `5.`, and what no JSON number can say. */
export const numberSpelling: Mending = {
  ...flaw('number-spelling'),
  mend: (text) =>
    rewriteOutside(text, (outside) =>
      outside
        .replaceAll(/[+-]?\b(?:NaN|Infinity)\b/g, 'null')
        .replaceAll(/(?<![\w.])\+(?=[\d.])/g, '')
        .replaceAll(/(?<![\w.])\.(?=\d)/g, '0.')
        .replaceAll(/(?<=\d)\.(?!\d)/g, ''),
    ),
}
