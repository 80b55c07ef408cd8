import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** Byte order marks, zero-width characters and spaces that JSON does not know, outside of strings. */
export const invisibleCharacters: Mending = {
  id: 'invisible-characters',
  message: 'Characters that cannot be seen stood between the values.',
  mend: (text) =>
    rewriteOutside(text, (outside) => outside.replaceAll(/[\uFEFF\u200B-\u200F\u2060\0]/g, '').replaceAll(/[^\S \t\r\n]/g, ' ')),
}
