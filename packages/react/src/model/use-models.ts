import { useCallback, useEffect, useState } from 'react'
import { type ModelList, readModelList } from './model-list.ts'

export type Models =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly list: ModelList }
  /** The server did not answer. Asked again when the page is looked at. */
  | { readonly kind: 'unreachable' }

async function fetchModels(url: string, signal: AbortSignal): Promise<Models> {
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) return { kind: 'unreachable' }
    return { kind: 'known', list: readModelList(await response.json()) }
  } catch {
    return { kind: 'unreachable' }
  }
}

const asking = new Set<() => Promise<unknown>>()

/** Something was done that changes which models there are: whoever shows them asks again. Afterwards a new one can be chosen; before, nobody knows it. */
export async function modelsChanged(): Promise<void> {
  await Promise.all(Array.from(asking, (again) => again()))
}

export function useModels(url: string): readonly [Models, () => void] {
  const [models, setModels] = useState<Models>({ kind: 'loading' })
  // A server that is away for a moment does not take the list with it.
  const keep = useCallback((answer: Models) => {
    setModels((before) => (answer.kind === 'unreachable' && before.kind === 'known' ? before : answer))
    return answer
  }, [])
  const ask = useCallback(() => fetchModels(url, new AbortController().signal).then(keep), [url, keep])
  const again = useCallback(() => void ask(), [ask])
  useEffect(() => {
    const leaving = new AbortController()
    void fetchModels(url, leaving.signal).then((answer) => (leaving.signal.aborted ? answer : keep(answer)))
    return () => leaving.abort()
  }, [url, keep])
  useEffect(() => {
    asking.add(ask)
    return () => void asking.delete(ask)
  }, [ask])
  useEffect(() => {
    if (models.kind !== 'unreachable') return
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [models.kind, again])
  return [models, again]
}
