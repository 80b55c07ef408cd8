import type { By } from '@parley/browser/files'
import type { LateWords } from '../language/late-words.ts'

/** Whom a version is shown as written by. What the page put there at the start is nobody's who reads this. */
export function whoWrote({ actor }: By, { files }: Pick<LateWords, 'files'>): string {
  if (actor === 'model') return files.theModel
  return actor === 'user' ? files.you : 'Parley'
}
