import { useCallback, useEffect, useRef, useState } from 'react'
import { useWords, type Words } from '../language/words.tsx'
import { type ModelList, type OfferedModel, readModelList } from './model-list.ts'
import { type PageModelShelf, usePageShelf } from './page-shelf.tsx'

export type Models =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly list: ModelList }
  /** The server did not answer. Asked again when the page is looked at. */
  | { readonly kind: 'unreachable' }

/** `beside`: models of this page, which stand in the same list from the first moment; `name`: whom they belong to. */
async function fetchModels(url: string, signal: AbortSignal, beside?: PageModelShelf, name = ''): Promise<Models> {
  try {
    const [response, own] = await Promise.all([fetch(url, { signal }), beside?.list().catch(() => [])])
    if (!response.ok) return { kind: 'unreachable' }
    const list = readModelList(await response.json())
    // Asked for when the server is away, and then it cannot be asked.
    localStorage.setItem('parley-demo', String(list.models.some(({ demo }) => demo)))
    return { kind: 'known', list: own?.length ? (await import('./page-offers.ts')).withPageModels(list, own, name) : list }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** What answers without the server. Undefined: what would say so is out of reach, too. */
async function whileAway(words: Words, beside?: PageModelShelf): Promise<((before: Models) => Models) | undefined> {
  try {
    const [{ awayModels, DEMO_KEPT }, own = []] = await Promise.all([import('./away-models.ts'), beside?.list().catch(() => [])])
    const options = { own, words, hasDemo: localStorage.getItem(DEMO_KEPT) === 'true', host: location.host }
    return (before) => ({ kind: 'known', list: awayModels(before.kind === 'known' ? before.list : undefined, options) })
  } catch {
    return undefined
  }
}

const asking = new Set<() => Promise<Models>>()

/** Something was done that changes which models there are: whoever shows them asks again. Afterwards a new one can be chosen; before, nobody knows it. */
export async function modelsChanged(): Promise<readonly OfferedModel[]> {
  const [models] = await Promise.all(Array.from(asking, (again) => again()))
  return models?.kind === 'known' ? models.list.models : []
}

/** Whom models come from was just connected. Its first model is chosen where there is but one, or where a demo would go on answering; the rest is for the person to say. */
export async function providerConnected(
  { id, isNew }: { readonly id: string; readonly isNew: boolean },
  isDemo: boolean,
): Promise<void> {
  const found = (await modelsChanged()).filter(({ providerId }) => providerId === id)
  const [first] = found
  if (first && isNew && (isDemo || found.length === 1)) modelChosen(first.id)
}

const choosing = new Set<(id: string) => void>()

/** A model was chosen somewhere beside the conversation: the open one is answered by it from now on. */
export function modelChosen(id: string): void {
  for (const choose of choosing) choose(id)
}

/** Hears of it. */
export function useChoosing(choose: (id: string) => void): void {
  useEffect(() => {
    choosing.add(choose)
    return () => void choosing.delete(choose)
  }, [choose])
}

const connecting = new Set<() => void>()

/** Opens the dialog in which models are connected. */
export function connectModel(): void {
  for (const open of connecting) open()
}

/** Hears of it. */
export function useConnecting(open: () => void): void {
  useEffect(() => {
    connecting.add(open)
    return () => void connecting.delete(open)
  })
}

/** The models of the server, and those of this page. */
export const useAllModels = (url: string): readonly [Models, () => void] => useModels(url, usePageShelf())

/** The models of the server. `beside`: further ones. */
export function useModels(url: string, beside?: PageModelShelf): readonly [Models, () => void] {
  const words = useWords()
  const name = words.model.inPage
  const heard = useRef(0)
  const [models, setModels] = useState<Models>({ kind: 'loading' })
  // A server that is away for a moment does not take the list with it.
  const keep = useCallback(
    async (answer: Models) => {
      heard.current += 1
      const turn = heard.current
      setModels((before) => (answer.kind === 'unreachable' && before.kind === 'known' ? before : answer))
      const away = answer.kind === 'unreachable' ? await whileAway(words, beside) : undefined
      if (away && turn === heard.current) setModels(away)
    },
    [words, beside],
  )
  const ask = useCallback(async () => {
    const answer = await fetchModels(url, new AbortController().signal, beside, name)
    await keep(answer)
    return answer
  }, [url, beside, name, keep])
  const again = useCallback(() => void ask(), [ask])
  useEffect(() => {
    const leaving = new AbortController()
    void fetchModels(url, leaving.signal, beside, name).then((answer) => (leaving.signal.aborted ? undefined : keep(answer)))
    return () => leaving.abort()
  }, [url, beside, name, keep])
  useEffect(() => {
    asking.add(ask)
    return () => void asking.delete(ask)
  }, [ask])
  const isAway = models.kind === 'unreachable' || (models.kind === 'known' && models.list.isAway === true)
  useEffect(() => {
    if (!isAway) return
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [isAway, again])
  return [models, again]
}
