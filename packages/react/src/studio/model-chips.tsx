import { useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { ModelPicker } from '../model/model-picker.tsx'
import { useConnecting } from '../model/use-models.ts'
import type { ModelOfThread } from '../model/use-thread-model.ts'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { OpenRoom } from './model-rooms.tsx'

const ModelRooms = fetchedPart(() => import('./model-rooms.tsx'))

interface ModelChipsProps {
  readonly model: ModelOfThread
  readonly onLab: () => void
}

export function ModelChips({ model, onLab }: ModelChipsProps) {
  const words = useWords()
  const { models, again, chosen, missing } = model
  const [open, setOpen] = useState<OpenRoom>()
  const button = useRef<HTMLButtonElement>(null)
  useConnecting(() => setOpen({ kind: 'connect' }))
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
        missing={missing}
        isOpen={open?.kind === 'menu'}
        onOpen={openMenu}
        onRetry={again}
        onConnect={() => setOpen({ kind: 'connect' })}
        button={button}
      />
      {open && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.model.choose} onClose={() => setOpen(undefined)} />}>
          <ModelRooms open={open} setOpen={setOpen} button={button} model={model} onLab={onLab} />
        </WhenFetched>
      )}
    </>
  )
}
