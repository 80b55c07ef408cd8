import type { KeptValue, ThreadModel } from '@parley/browser'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useSettings } from '../settings/use-settings.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import type { OfferedModel } from './model-list.ts'
import { type Models, useAllModels, useChoosing } from './use-models.ts'

export interface ModelOfThread {
  readonly models: Models
  readonly again: () => void
  /** The model the next request goes to. Absent: it is not known yet, or nobody offers it. */
  readonly chosen: OfferedModel | undefined
  /** The conversation's own model, where nobody offers it at the moment. */
  readonly missing: string | undefined
  readonly choose: (id: string) => void
  /** How it is spoken to in this conversation alone, until a model is chosen. Absent: as everywhere. */
  readonly dialect: string | undefined
}

const never = () => () => {}

function useKept({ modelOf }: StudioServices, threadId: string): KeptValue<ThreadModel | undefined> | undefined {
  const [kept, setKept] = useState<KeptValue<ThreadModel | undefined>>()
  useEffect(() => {
    let left = false
    void modelOf?.(threadId).then((value) => void (left || setKept(value)))
    return () => {
      left = true
    }
  }, [modelOf, threadId])
  return kept
}

const ownOf = ({ id, contextTokens, ...model }: OfferedModel, sight: Readonly<Record<string, boolean>>): ThreadModel => {
  const sees = sight[id] ?? model.sees
  return { id, ...(contextTokens !== undefined && { contextTokens }), ...(sees !== undefined && { sees }) }
}

/**
 * The model belongs to the conversation, from its first message on or as soon as one is chosen for it. A new one begins with what was
 * chosen last. `wrote`: who wrote its last answer. Absent: nobody has.
 */
export function useThreadModel(services: StudioServices, threadId: string, wrote: string | undefined): ModelOfThread {
  const [settings, change] = useSettings()
  const [models, again] = useAllModels('/api/models')
  const kept = useKept(services, threadId)
  const own = useSyncExternalStore(kept?.subscribe ?? never, () => kept?.get())
  const list = models.kind === 'known' ? models.list : undefined
  const find = (id: string | undefined) => list?.models.find((model) => model.id === id)
  const usual = find(settings.model) ?? find(list?.default) ?? list?.models[0]
  // A server that is away takes nobody's choice with it.
  const wanted = own?.id ?? (list?.isAway ? settings.model : undefined)
  const chosen = wanted !== undefined ? find(wanted) : (wrote !== undefined && kept && find(wrote)) || usual
  const isBegun = wrote !== undefined
  useEffect(() => {
    if (!chosen) return
    const known = { ...ownOf(chosen, settings.sight), ...(own?.dialect !== undefined && { dialect: own.dialect }) }
    if (kept && (own ?? isBegun) && JSON.stringify(own) !== JSON.stringify(known)) kept.set(known)
    // The request reads them: what is shown as chosen must be what is asked.
    const { id: model, contextTokens } = known
    if (!own && (settings.model !== model || settings.contextTokens !== contextTokens)) change({ model, contextTokens })
  }, [chosen, own, kept, isBegun, settings.model, settings.contextTokens, settings.sight, change])
  const choose = useCallback(
    (id: string) => {
      const offered = list?.models.find((model) => model.id === id)
      change({ model: id, contextTokens: offered?.contextTokens })
      kept?.set(offered ? ownOf(offered, settings.sight) : { id })
    },
    [list, kept, settings.sight, change],
  )
  useChoosing(choose)
  return { models, again, chosen, missing: list && !chosen ? wanted : undefined, choose, dialect: own?.dialect }
}
