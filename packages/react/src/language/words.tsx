import type { Language } from '@parley/browser'
import { createContext, type ReactNode, useContext } from 'react'
import { chinese } from './chinese.ts'
import { english } from './english.ts'

/** Every word the interface can say. A language that lacks one does not compile. */
export type Words = typeof english

const DICTIONARIES: { readonly [Name in Language]: Words } = { en: english, zh: chinese }

const LanguageContext = createContext<Language>('en')

export function LanguageProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>
}

export const useLanguage = (): Language => useContext(LanguageContext)

export const useWords = (): Words => DICTIONARIES[useContext(LanguageContext)]

export const wordsOf = (language: Language): Words => DICTIONARIES[language]
