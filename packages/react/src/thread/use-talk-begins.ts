import { useEffect } from 'react'
import { fetchMarkdownSoon } from '../markdown/answer-text.tsx'
import { talkBegins } from '../parts/fetched.tsx'

/** Before anything can be sent, one of these happens. */
const SIGNS = ['keydown', 'input', 'pointerdown', 'drop']

/** Has what answers and calls are drawn with fetched: at once where there are words, else with the first sign of somebody who writes. */
export function useTalkBegins(hasWords: boolean): void {
  useEffect(() => void fetchMarkdownSoon(), [])
  useEffect(() => {
    if (hasWords) return talkBegins()
    const listening = new AbortController()
    for (const sign of SIGNS) addEventListener(sign, talkBegins, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [hasWords])
}
