import { type Bound, bindWords } from './bind.ts'
import { englishLate } from './english/late.ts'
import { englishWords, useWords, type Words } from './words.tsx'

export type LateWords = Words & Bound<typeof englishLate>

// What `bindWords` makes of a tree has the tree's form.
const late = bindWords({ tag: 'en', tree: englishLate, sentences: {} }) as unknown as Bound<typeof englishLate>
const inEnglish: LateWords = { ...late, ...englishWords }

/** All words, for pages that are fetched. Other languages come whole; of English this part comes with the first such page. */
export function useLateWords(): LateWords {
  const words = useWords()
  return hasAll(words) ? words : inEnglish
}

const hasAll = (words: Words): words is LateWords => 'lab' in words
