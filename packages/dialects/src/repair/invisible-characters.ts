import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** Byte order marks, zero-width characters and spaces that JSON does not know, outside of strings. */
export const invisibleCharacters: Mending = {
  ...flaw('invisible-characters'),
  mend: (text) =>
    rewriteOutside(text, (outside) => outside.replaceAll(/[\uFEFF\u200B-\u200F\u2060\0]/g, '').replaceAll(/[^\S \t\r\n]/g, ' ')),
}
