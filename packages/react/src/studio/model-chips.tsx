import { useEffect, useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import type { OfferedModel } from '../model/model-list.ts'
import { ModelPicker } from '../model/model-picker.tsx'
import { type Models, useAllModels } from '../model/use-models.ts'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import type { OpenRoom } from './model-rooms.tsx'

const ModelRooms = fetchedPart(() => import('./model-rooms.tsx'))

/** The model the next request goes to. */
function chosenModel(models: Models, wanted: string | undefined): OfferedModel | undefined {
  if (models.kind !== 'known') return undefined
  const { list } = models
  return (
    list.models.find((model) => model.id === wanted) ?? list.models.find((model) => model.id === list.default) ?? list.models[0]
  )
}

export function ModelChips({ onLab }: { readonly onLab: () => void }) {
  const words = useWords()
  const [settings, change] = useSettings()
  const [models, again] = useAllModels('/api/models')
  const [open, setOpen] = useState<OpenRoom>()
  const button = useRef<HTMLButtonElement>(null)
  const chosen = chosenModel(models, settings.model)
  useEffect(() => {
    // The request reads the settings: what is shown as chosen must be what is asked.
    const { id: model, contextTokens } = chosen ?? {}
    if (model !== undefined && (settings.model !== model || settings.contextTokens !== contextTokens))
      change({ model, contextTokens })
  }, [chosen, settings.model, settings.contextTokens, change])
  const openMenu = () => {
    setOpen(open?.kind === 'menu' ? undefined : { kind: 'menu' })
    // Who was away may be back, and the other way round.
    again()
  }
  return (
    <>
      <ModelPicker
        models={models}
        chosen={chosen}
        isOpen={open?.kind === 'menu'}
        onOpen={openMenu}
        onRetry={again}
        onConnect={() => setOpen({ kind: 'connect' })}
        button={button}
      />
      {open && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.model.choose} onClose={() => setOpen(undefined)} />}>
          <ModelRooms open={open} setOpen={setOpen} button={button} models={models} chosen={chosen} again={again} onLab={onLab} />
        </WhenFetched>
      )}
    </>
  )
}
