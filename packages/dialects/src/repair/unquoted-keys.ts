import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** `{title: "Momo"}` */
export const unquotedKeys: Mending = {
  id: 'unquoted-keys',
  message: 'Keys stood without quotes.',
  mend: (text) =>
    rewriteOutside(text, (outside) => outside.replaceAll(/([{,]\s*)([\p{L}_$][\p{L}\p{N}_$-]*)(?=\s*:)/gu, '$1"$2"')),
}
