import { type Bound, bindWords } from './bind.ts'
import { englishTalks } from './english/talks.ts'
import { englishWords, useWords, type Words } from './words.tsx'

export type TalkWords = Words & Bound<typeof englishTalks>

// What `bindWords` makes of a tree has the tree's form.
const late = bindWords({ tag: 'en', tree: englishTalks, sentences: {} }) as unknown as Bound<typeof englishTalks>
const inEnglish: TalkWords = { ...late, ...englishWords }

/** The words around conversations alone: what says them is drawn soon after the page, and needs no others. */
export function useTalkWords(): TalkWords {
  const words = useWords()
  return hasTalks(words) ? words : inEnglish
}

const hasTalks = (words: Words): words is TalkWords => 'talks' in words
