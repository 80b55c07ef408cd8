import type { Language } from '@parley/browser'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { chinese } from './chinese.ts'
import { english } from './english.ts'

/** Every word the interface can say. A language that lacks one does not compile. */
export type Words = typeof english

const DICTIONARIES: { readonly [Name in Language]: Words } = { en: english, zh: chinese }

const LanguageContext = createContext<{ readonly language: Language; readonly words: Words }>({ language: 'en', words: english })

export function LanguageProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const [sentences, setSentences] = useState<Pick<Words, 'said'>>()
  const isForeign = language !== 'en'
  useEffect(() => {
    // The long table is seldom needed, so it is no part of the first load; until it is here, sentences stay as they came.
    if (isForeign) void import('./sentences/to-chinese.ts').then(({ toChinese }) => setSentences({ said: toChinese }))
  }, [isForeign])
  const value = useMemo(
    () => ({ language, words: isForeign ? { ...DICTIONARIES[language], ...sentences } : DICTIONARIES[language] }),
    [language, isForeign, sentences],
  )
  return <LanguageContext value={value}>{children}</LanguageContext>
}

export const useLanguage = (): Language => useContext(LanguageContext).language

export const useWords = (): Words => useContext(LanguageContext).words

export const wordsOf = (language: Language): Words => DICTIONARIES[language]
