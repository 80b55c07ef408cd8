import { useMemo } from 'react'
import { bindPage, type Translated } from '../language/bind.ts'
import { chineseMcpPage } from '../language/chinese/mcp.ts'
import { englishMcp } from '../language/english/mcp.ts'
import { germanMcpPage } from '../language/german/mcp.ts'
import { type Language, tagOf } from '../language/languages.ts'
import { useLanguage, useWords } from '../language/words.tsx'

const PAGES: Readonly<Record<Language, Translated<typeof englishMcp>>> = {
  en: englishMcp,
  de: germanMcpPage,
  zh: chineseMcpPage,
}

/** Every word, and those of the page of MCP servers, which come with it and not with the first load. */
export function useMcpWords() {
  const words = useWords()
  const language = useLanguage()
  return useMemo(() => {
    // The same slots in every language: a test sees to it.
    const page = PAGES[language] as typeof englishMcp
    return { ...words, ...bindPage(tagOf(language), page) }
  }, [words, language])
}
