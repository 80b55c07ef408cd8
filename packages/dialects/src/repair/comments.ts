import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewrite } from './pieces.ts'

/** Comments as JavaScript, C and Python know them. */
export const comments: Mending = {
  ...flaw('comments'),
  mend: (text) => rewrite(text, (piece) => (piece.isComment ? { quote: '', text: ' ' } : piece)),
}
