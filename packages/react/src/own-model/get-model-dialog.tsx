import { useLateWords } from '../language/late-words.ts'
import { modelChosen, modelsChanged } from '../model/use-models.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { takeFound } from './engine-client.ts'
import { EngineSection } from './engine-section.tsx'
import { FoundSection } from './found-section.tsx'
import { HereSection } from './here-section.tsx'
import { OffersSection } from './offers-section.tsx'
import { PageSection } from './page-section.tsx'
import { useEngine } from './use-engine.ts'

export interface GetModelProps {
  /** What stands above: what others have, or what can be downloaded. */
  readonly first?: 'found' | 'offers'
  readonly onClose: () => void
}

/** Where a model of one's own is had: what is here, what others have, what can be downloaded, and what runs it. */
export default function GetModelDialog({ first = 'found', onClose }: GetModelProps) {
  const words = useLateWords()
  const [settings, change] = useSettings()
  const { state, found, problem, act } = useEngine()
  const here = state?.models ?? []
  const others = found?.filter(({ id }) => !here.some((model) => model.id === id))
  const choose = async (model: string) => {
    await modelsChanged()
    change({ model })
    modelChosen(model)
  }
  const take = async (id: string) => {
    await takeFound(id)
    await choose(id)
  }
  const sections = state && [
    <FoundSection key="found" found={others} onUse={(id) => act(() => take(id))} />,
    <OffersSection key="offers" state={state} act={act} />,
  ]
  return (
    <Dialog open onClose={onClose} title={words.model.get} description={words.own.intro} shape="page">
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto pr-1 text-sm">
        <Problem text={problem} />
        {problem && !state && <p>{words.own.away}</p>}
        {state && <EngineSection state={state} act={act} />}
        {state && here.length > 0 && (
          <HereSection models={here} chosen={settings.model} act={act} onUse={(id) => act(() => choose(id))} />
        )}
        {first === 'found' ? sections : sections?.toReversed()}
        <PageSection onServer={here} chosen={settings.model} onUse={(id) => act(() => choose(id))} />
      </div>
    </Dialog>
  )
}
