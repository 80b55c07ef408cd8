import type { Language } from '@parley/browser'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react'
import { english } from './english.ts'

/** Every word the interface can say. A language that lacks one does not compile. */
export type Words = typeof english

let chinese: Words | undefined
let loading: Promise<Words> | undefined

/** Fetches the words of a language: only English is part of the first load. What cannot be fetched is said in English. */
export function loadWords(language: Language): Promise<Words> {
  if (language === 'en') return Promise.resolve(english)
  loading ??= fetchChinese()
  return loading
}

async function fetchChinese(): Promise<Words> {
  try {
    const module = await import('./chinese.ts')
    chinese = module.chinese
    return chinese
  } catch {
    loading = undefined
    return english
  }
}

interface Spoken {
  readonly language: Language
  readonly words: Words
}

const LanguageContext = createContext<Spoken>({ language: 'en', words: english })

/** The words of a language once they are here; until then those before, so that nobody who changes theirs sees an empty page. */
function useSpoken(language: Language): Spoken | undefined {
  const [heard, setHeard] = useState<Spoken>()
  const words = language === 'en' ? english : chinese
  useEffect(() => {
    let left = false
    void loadWords(language).then((found) => left || setHeard({ language, words: found }))
    return () => {
      left = true
    }
  }, [language])
  return useMemo(() => (words ? { language, words } : heard), [language, words, heard])
}

interface LanguageProviderProps {
  readonly language: Language
  readonly children: ReactNode
}

export function LanguageProvider({ language, children }: LanguageProviderProps) {
  const spoken = useSpoken(language)
  return <Suspense fallback={null}>{spoken && <LanguageContext value={spoken}>{children}</LanguageContext>}</Suspense>
}

export const useLanguage = (): Language => useContext(LanguageContext).language

export const useWords = (): Words => useContext(LanguageContext).words
