import type { RefObject } from 'react'
import type { SavedProvider } from '../connect/use-provider-draft.ts'
import { ExamineModel } from '../doctor/examine-model.tsx'
import { useWords } from '../language/words.tsx'
import type { OfferedModel } from '../model/model-list.ts'
import ModelMenu from '../model/model-menu.tsx'
import { providerConnected } from '../model/use-models.ts'
import type { ModelOfThread } from '../model/use-thread-model.ts'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useSettings } from '../settings/use-settings.tsx'

const ConnectDialog = fetchedPart(() => import('../connect/connect-dialog.tsx'))

/** What is open: one thing at a time. */
export type OpenRoom =
  /** `of`: whose models are pointed at. Absent: the chosen one is. */
  | { readonly kind: 'menu'; readonly of?: string }
  | { readonly kind: 'examine' }
  | { readonly kind: 'connect'; readonly about?: string }

interface ModelRoomsProps {
  readonly open: OpenRoom
  readonly setOpen: (open: OpenRoom | undefined) => void
  readonly button: RefObject<HTMLButtonElement | null>
  readonly model: ModelOfThread
  readonly onLab: () => void
}

/** The menu of models and the dialogs that it leads to, fetched when one is opened. */
export default function ModelRooms({ open, setOpen, button, model: own, onLab }: ModelRoomsProps) {
  const { models, chosen, again } = own
  const words = useWords()
  const [settings, change] = useSettings()
  const close = () => setOpen(undefined)
  const setDialect = (model: OfferedModel, id: string | undefined) => {
    const { [model.id]: _former, ...others } = settings.dialects
    change({ dialects: id === undefined ? others : { ...others, [model.id]: id } })
    // What this conversation was spoken to in until now.
    if (own.dialect !== undefined) own.choose(model.id)
  }
  const saved = async (provider: SavedProvider) => {
    await providerConnected(provider, chosen?.demo ?? true)
    setOpen({ kind: 'menu', of: provider.id })
  }
  if (open.kind === 'examine') return chosen && <ExamineModel model={chosen} onChange={again} onClose={close} />
  if (open.kind === 'connect')
    return (
      <WhenFetched waiting={null} failed={<DialogAway title={words.model.connect} onClose={close} />}>
        <ConnectDialog
          {...(open.about !== undefined && { about: open.about })}
          onChange={again}
          onSaved={(provider) => void saved(provider)}
          onClose={close}
        />
      </WhenFetched>
    )
  if (models.kind !== 'known' || models.list.models.length === 0) return null
  const choose = (model: string) => {
    own.choose(model)
    close()
  }
  const goToLab = () => {
    close()
    onLab()
  }
  return (
    <ModelMenu
      anchor={button}
      list={models.list}
      chosen={chosen}
      {...(open.of !== undefined && { pointAt: open.of })}
      dialect={own.dialect ?? (chosen && settings.dialects[chosen.id])}
      onChoose={choose}
      onDialect={(id) => chosen && setDialect(chosen, id)}
      onLab={goToLab}
      onExamine={() => setOpen({ kind: 'examine' })}
      onConnect={(about) => setOpen({ kind: 'connect', ...(about !== undefined && { about }) })}
      onClose={close}
    />
  )
}
