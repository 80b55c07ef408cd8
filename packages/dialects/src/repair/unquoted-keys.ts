import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewriteOutside } from './pieces.ts'

/** `{title: "Momo"}` */
export const unquotedKeys: Mending = {
  ...flaw('unquoted-keys'),
  mend: (text) =>
    rewriteOutside(text, (outside) => outside.replaceAll(/([{,]\s*)([\p{L}_$][\p{L}\p{N}_$-]*)(?=\s*:)/gu, '$1"$2"')),
}
