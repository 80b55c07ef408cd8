import type { Language } from '@parley/browser'
import { createContext, type ReactNode, Suspense, use, useContext, useMemo } from 'react'
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

const LanguageContext = createContext<{ readonly language: Language; readonly words: Words }>({ language: 'en', words: english })

interface LanguageProviderProps {
  readonly language: Language
  readonly children: ReactNode
}

export function LanguageProvider(props: LanguageProviderProps) {
  return (
    <Suspense fallback={null}>
      <WithWords {...props} />
    </Suspense>
  )
}

function WithWords({ language, children }: LanguageProviderProps) {
  const words = language === 'en' ? english : (chinese ?? use(loadWords(language)))
  const value = useMemo(() => ({ language, words }), [language, words])
  return <LanguageContext value={value}>{children}</LanguageContext>
}

export const useLanguage = (): Language => useContext(LanguageContext).language

export const useWords = (): Words => useContext(LanguageContext).words
