import { type Bound, bindWords } from '../language/bind.ts'
import { englishLab } from '../language/english/lab.ts'
import { useWords } from '../language/words.tsx'

type LabWords = Bound<typeof englishLab>

// The words of a tree are bound in its form.
const inEnglish = bindWords({ tag: 'en', tree: englishLab, sentences: {} }) as unknown as LabWords

/** What only the lab says. Other languages come whole; of English this part comes with the lab. */
export function useLabWords(): LabWords {
  const words: object = useWords()
  return 'lab' in words ? (words.lab as LabWords) : inEnglish
}
