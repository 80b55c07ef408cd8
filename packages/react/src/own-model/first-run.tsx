import { Download, HardDrive, type LucideIcon, Plug } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'
import { PAGE } from '../model/page-shelf.tsx'
import { modelsChanged, providerConnected, useAllModels } from '../model/use-models.ts'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { GetModel } from './get-model.tsx'

const ConnectDialog = fetchedPart(() => import('../connect/connect-dialog.tsx'))

interface Way {
  readonly icon: LucideIcon
  readonly title: string
  readonly hint: string
  readonly onTake: () => void
}

/** Where only the demo can answer: the ways to a model. Nothing is looked for or fetched before one is taken. */
export default function FirstRun() {
  const words = useWords()
  const [models] = useAllModels('/api/models')
  const [taken, setTaken] = useState<'found' | 'offers' | 'connect'>()
  const close = () => setTaken(undefined)
  const [settings] = useSettings()
  // A browser has its own model without having been asked: until somebody chooses it, the demo answers.
  const isDemo =
    models.kind === 'known' &&
    !models.list.isAway &&
    models.list.models.every(({ id, demo, providerId }) => demo || (providerId === PAGE && id !== settings.model))
  const { welcome } = words
  const ways: readonly Way[] = [
    { icon: HardDrive, title: welcome.useFound, hint: welcome.useFoundHint, onTake: () => setTaken('found') },
    { icon: Download, title: welcome.download, hint: welcome.downloadHint, onTake: () => setTaken('offers') },
    { icon: Plug, title: welcome.connect, hint: welcome.connectHint, onTake: () => setTaken('connect') },
  ]
  return (
    <>
      {isDemo && (
        <section aria-label={words.model.choose} data-testid="first-run" className="mt-6">
          <p className="text-[13px] text-soft">{welcome.demo}</p>
          <ul className="mt-2 grid grid-cols-3 gap-2 max-sm:grid-cols-1">
            {ways.map(({ icon: Icon, title, hint, onTake }) => (
              <li key={title} className="flex">
                <button
                  type="button"
                  onClick={onTake}
                  className="flex w-full gap-2.5 rounded-xl border border-line p-3 text-left hover:border-line-strong hover:bg-well"
                >
                  <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-parley" />
                  <span>
                    <span className="block text-[13px] font-medium">{title}</span>
                    <span className="block text-xs text-soft">{hint}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {taken === 'connect' && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.model.connect} onClose={close} />}>
          <ConnectDialog
            onChange={() => void modelsChanged()}
            onSaved={(provider) => void providerConnected(provider, true).then(close)}
            onClose={close}
          />
        </WhenFetched>
      )}
      {taken && taken !== 'connect' && <GetModel first={taken} onClose={close} />}
    </>
  )
}
