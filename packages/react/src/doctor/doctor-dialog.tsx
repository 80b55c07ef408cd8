import { Stethoscope } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import type { OfferedModel } from '../model/model-list.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { CardView } from './card-view.tsx'
import type { KeptCard, Plan, Progress } from './doctor-card.ts'
import { formatDay, formatTime, wayName, wordIn } from './doctor-words.ts'
import { OpenCard } from './open-card.tsx'
import { useExamination } from './use-examination.ts'
import { WayName } from './way-name.tsx'

interface DoctorDialogProps {
  readonly model: OfferedModel
  /** How the model is spoken to may have changed. */
  readonly onChange: () => void
  readonly onClose: () => void
}

/** A model is examined: what it will cost, how far it is, what was found, and what follows from it. */
export default function DoctorDialog({ model, onChange, onClose }: DoctorDialogProps) {
  const words = useLateWords()
  const examination = useExamination(model.id, onChange)
  const { stage, plan, kept, problem, stopped } = examination
  const [inUse, use] = useWay(model)
  const place = useFocusOn(stage.kind)
  return (
    <Dialog open onClose={onClose} title={words.model.examining({ model: model.id })} shape="page">
      <div ref={place} className="min-h-0 flex-1 space-y-4 overflow-y-auto pr-1 text-sm">
        <Problem text={problem} />
        {stopped && <p role="status">{words.doctor.stopped}</p>}
        {stage.kind === 'planned' && (
          <Planned
            plan={plan}
            kept={kept}
            onStart={examination.start}
            onShow={examination.showKept}
            onOpen={examination.openFile}
          />
        )}
        {stage.kind === 'running' && <Running progress={stage.progress} onStop={examination.stop} />}
        {stage.kind === 'shown' && (
          <CardView
            card={stage.card}
            inUse={inUse}
            {...(stage.card.model === model.id && { onUse: use })}
            {...(stage.id !== undefined && { onRemove: () => examination.remove(stage.id ?? '') })}
          >
            <Button onClick={examination.start}>{words.doctor.again}</Button>
            <OpenCard onOpen={examination.openFile} />
          </CardView>
        )}
      </div>
    </Dialog>
  )
}

/** How the model is spoken to, and how that is changed: what the server chooses by itself is not set again. */
function useWay(model: OfferedModel): readonly [string, (choice: string) => void] {
  const [settings, change] = useSettings()
  const use = (choice: string) => {
    const { [model.id]: _former, ...others } = settings.dialects
    change({ dialects: choice === model.dialect ? others : { ...others, [model.id]: choice } })
  }
  return [settings.dialects[model.id] ?? model.dialect, use]
}

/** What was pressed is gone when the stage changes, so the focus goes on to what can be done next. */
function useFocusOn(stage: string) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    place.current?.querySelector<HTMLElement>('[data-doctor-focus]')?.focus()
  }, [stage])
  return place
}

interface PlannedProps {
  readonly plan: Plan | undefined
  readonly kept: KeptCard | undefined
  readonly onStart: () => void
  readonly onShow: () => void
  readonly onOpen: (file: File) => void
}

function Planned({ plan, kept, onStart, onShow, onOpen }: PlannedProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const amount = (count: number) => count.toLocaleString(tag)
  return (
    <>
      <p>{words.doctor.intro}</p>
      {plan && (
        <>
          <p className="font-medium">{words.doctor.cost({ requests: amount(plan.requests), tokens: amount(plan.tokens) })}</p>
          <section>
            <h3 className="font-medium">{words.doctor.ways}</h3>
            <ol className="mt-1 list-decimal space-y-0.5 pl-6">
              {plan.choices.map(({ choice, why }) => (
                <li key={choice}>
                  <WayName choice={choice} /> <span className="text-soft">– {wordIn(words.doctor.why, why)}</span>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          aria-disabled={!plan}
          onClick={() => plan && onStart()}
          className="aria-disabled:opacity-45"
          data-doctor-focus=""
        >
          <Stethoscope aria-hidden="true" className="size-4" />
          {words.model.examine}
        </Button>
        <OpenCard onOpen={onOpen} />
      </div>
      {kept && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
          <span className="flex-1 basis-52">{keptWords(kept, words, tag)}</span>
          <Button onClick={onShow}>{words.doctor.show}</Button>
        </div>
      )}
    </>
  )
}

function keptWords({ at, choice }: KeptCard, words: LateWords, tag: string): string {
  const date = formatDay(at, tag)
  return choice === undefined ? words.doctor.keptNothing({ date }) : words.doctor.kept({ date, way: wayName(choice, words) })
}

function Running({ progress, onStop }: { readonly progress: Progress | undefined; readonly onStop: () => void }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const { done = 0, most = 1, tokens = 0, restMs, choice = '', question = '' } = progress ?? {}
  const far = words.doctor.progress({ done, most })
  const parts = [far, words.doctor.tokens({ tokens: tokens.toLocaleString(tag) })]
  const rest = restMs === undefined ? [] : [words.doctor.rest({ time: formatTime(restMs, words) })]
  return (
    <div className="space-y-3">
      <ProgressBar label={far} value={done} max={most} />
      <p>{[...parts, ...rest].join(' · ')}</p>
      <p role="status" className="text-soft">
        {progress && words.doctor.now({ way: wayName(choice, words), question: wordIn(words.doctor.question, question) })}
      </p>
      <Button tone="danger" onClick={onStop} data-doctor-focus="">
        {words.doctor.stop}
      </Button>
    </div>
  )
}
