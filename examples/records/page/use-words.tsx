import { type Language, LanguageProvider } from '@parley/react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { type RecordWords, wordsFor } from './words.ts'

const WordsContext = createContext<RecordWords>(wordsFor('en'))

export const useWords = (): RecordWords => useContext(WordsContext)

/** One language for the page and for the cards of the library. */
export function WordsProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const words = wordsFor(language)
  useEffect(() => {
    document.documentElement.lang = language
    document.title = words.title
  }, [language, words])
  return (
    <LanguageProvider language={language}>
      <WordsContext value={words}>{children}</WordsContext>
    </LanguageProvider>
  )
}
