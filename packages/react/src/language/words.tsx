import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react'
import { bindWords, type Words } from './bind.ts'
import { english } from './english/index.ts'
import { LANGUAGES, type Language, tagOf } from './languages.ts'

export type { Words } from './bind.ts'

export const englishWords: Words = bindWords({ tag: 'en', tree: english, sentences: {} })

const ready = new Map<Language, Words>([['en', englishWords]])
const loading = new Map<Language, Promise<Words>>()

/** Fetches the words of a language: only English is part of the first load. What cannot be fetched is said in English. */
export function loadWords(language: Language): Promise<Words> {
  const begun = loading.get(language) ?? fetchWords(language)
  loading.set(language, begun)
  return begun
}

async function fetchWords(language: Language): Promise<Words> {
  const known = LANGUAGES[language]
  if (!('load' in known)) return englishWords
  try {
    const { interface: tree, sentences, server, editor } = await known.load()
    const words = bindWords({ tag: known.tag, tree, sentences: { ...server, ...sentences }, editor })
    ready.set(language, words)
    return words
  } catch {
    loading.delete(language)
    return englishWords
  }
}

interface Spoken {
  readonly language: Language
  readonly words: Words
}

const LanguageContext = createContext<Spoken>({ language: 'en', words: englishWords })

/** The words of a language once they are here; until then those before, so that nobody who changes theirs sees an empty page. */
function useSpoken(language: Language): Spoken | undefined {
  const [heard, setHeard] = useState<Spoken>()
  const words = ready.get(language)
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

/** For `lang`, dates and numbers. */
export const useLanguageTag = (): string => tagOf(useLanguage())

export const useLanguage = (): Language => useContext(LanguageContext).language

export const useWords = (): Words => useContext(LanguageContext).words
