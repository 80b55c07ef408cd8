import type { Sentence } from '@parley/dialects'
import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { toCapsule } from '../settings/data-page.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goOn } from './go-on.ts'
import { useReplayDesk } from './replay-desk.ts'
import { ReplayForm } from './replay-form.tsx'
import { ReplaySources } from './replay-sources.tsx'
import { ReplayTable } from './replay-table.tsx'
import { TrainingExport } from './training-export.tsx'

interface ReplayPageProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly onClose: () => void
}

/** Asks models the questions of conversations again, and compares what they call. No tool runs. */
export default function ReplayPage({ services, threadId, onClose }: ReplayPageProps) {
  const words = useLateWords()
  const [desk, { change, start, stop, get }] = useReplayDesk(services)
  const [problem, setProblem] = useState<Sentence>()
  const { sources, models, setting, run, isRunning } = desk
  const attempt = (action: () => Promise<void>) => {
    setProblem(undefined)
    action().catch((error: unknown) => setProblem(errorSentence(error)))
  }
  const readThis = async () => ({
    name: (await services.storage.threads.find(threadId))?.title || threadId,
    text: (await toCapsule(services, threadId)) ?? '',
  })
  return (
    <section className="space-y-3">
      <p className="text-[13px] text-soft">{words.replay.hint}</p>
      <fieldset disabled={isRunning} className="space-y-3">
        <ReplaySources sources={sources} onSources={(next) => change({ sources: next(get().sources) })} readThis={readThis} />
        <ReplayForm desk={desk} onChange={change} />
      </fieldset>
      {isRunning ? (
        <Button onClick={stop}>{words.replay.stop}</Button>
      ) : (
        <Button tone="primary" disabled={sources.length === 0 || models.length === 0} onClick={start}>
          {words.replay.run}
        </Button>
      )}
      <Problem text={problem ?? desk.problem} />
      {run && (
        <ReplayTable
          key={run.id}
          run={run}
          onGoOn={(trial, answer, side) =>
            attempt(async () => {
              await goOn(services, { trial, setting: run.setting, answer, side })
              onClose()
            })
          }
        />
      )}
      <TrainingExport sources={sources} system={setting.system} attempt={attempt} />
    </section>
  )
}
