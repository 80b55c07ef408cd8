import type { Mending } from './mending.ts'
import { rewrite } from './pieces.ts'

/** Comments as JavaScript, C and Python know them. */
export const comments: Mending = {
  id: 'comments',
  message: 'The JSON held comments.',
  mend: (text) => rewrite(text, (piece) => (piece.isComment ? { quote: '', text: ' ' } : piece)),
}
