import type { Found, ThreadStore } from '@parley/browser'
import { useEffect, useState } from 'react'

/** Until somebody has stopped typing. */
const SETTLE_MS = 150
/** More are not read by anybody; another word finds fewer. */
const MOST_THREADS = 50

export interface ThreadSearch {
  readonly words: string
  readonly found: readonly Found[]
  readonly isOver: boolean
}

/** Undefined while nothing is looked for. What is found is there as soon as it is. */
export function useThreadSearch(threads: ThreadStore, words: string): ThreadSearch | undefined {
  const [shown, setShown] = useState<ThreadSearch>()
  if (words.trim() === '' && shown) setShown(undefined)
  useEffect(() => {
    if (words.trim() === '') return undefined
    const left = new AbortController()
    const timer = setTimeout(() => {
      void collect(threads, words, left.signal, setShown)
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [threads, words])
  return words.trim() === '' ? undefined : (shown ?? { words, found: [], isOver: false })
}

async function collect(
  threads: ThreadStore,
  words: string,
  signal: AbortSignal,
  show: (search: ThreadSearch) => void,
): Promise<void> {
  const found: Found[] = []
  for await (const one of threads.search(words, signal)) {
    if (signal.aborted) return
    found.push(one)
    show({ words, found: [...found], isOver: false })
    if (found.length === MOST_THREADS) break
  }
  if (!signal.aborted) show({ words, found, isOver: true })
}
