import { type Capsule, forkCapsule, importCapsule, parseCapsule } from '@parley/browser'
import type { SpokenPart } from '@parley/dialects'
import { useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { capsuleFiles, toCapsule } from '../settings/data-page.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread } from '../studio/thread-address.ts'
import { ReplayForm } from './replay-form.tsx'
import { ReplayTable } from './replay-table.tsx'
import { type ReplaySetting, runReplays, type Source, type Trial, trialsOf } from './run-replays.ts'
import { TrainingExport } from './training-export.tsx'

interface ReplayPageProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly onClose: () => void
}

const START: ReplaySetting = { dialect: '', system: '', toolsOff: [], from: 1, goesOn: false }

function sourceOf(name: string, text: string): Source {
  const read = parseCapsule(text)
  if (read.kind === 'invalid') throw new Error(`${name}: ${read.problem}`)
  return { name, capsule: read.capsule }
}

async function thisSource(services: StudioServices, threadId: string): Promise<readonly Source[]> {
  const title = (await services.storage.threads.find(threadId))?.title ?? threadId
  return [sourceOf(title, (await toCapsule(services, threadId)) ?? '')]
}

async function fileSources(files: readonly File[]): Promise<readonly Source[]> {
  return await Promise.all(files.map(async (file) => sourceOf(file.name, await file.text())))
}

async function showFork({ storage, workspaceOf }: StudioServices, fork: Capsule): Promise<void> {
  goToThread(await importCapsule(fork, { storage, files: (id) => capsuleFiles(workspaceOf(id)) }))
}

/** Asks models the questions of conversations again, and compares what they call. No tool runs. */
export default function ReplayPage({ services, threadId, onClose }: ReplayPageProps) {
  const words = useLateWords()
  const [sources, setSources] = useState<readonly Source[]>([])
  const [models, setModels] = useState<readonly string[]>([])
  const [setting, setSetting] = useState(START)
  const [trials, setTrials] = useState<readonly Trial[]>([])
  const [problem, setProblem] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  const attempt = (action: () => Promise<void>) => {
    setProblem(undefined)
    action().catch(setProblem)
  }
  const add = async (reading: Promise<readonly Source[]>) => {
    const added = await reading
    setSources((before) => [...before, ...added])
    setTrials([])
  }
  const run = async () => {
    const leaving = new AbortController()
    running.current = leaving
    const planned = trialsOf(sources, models)
    setTrials(planned)
    setRunning(true)
    const onTrial = (index: number, trial: Trial) => setTrials((before) => before.with(index, trial))
    await runReplays(sources, planned, { setting, signal: leaving.signal, onTrial }).finally(() => setRunning(false))
  }
  const goOn = async (source: number, messageId: string, parts?: readonly SpokenPart[]) => {
    const capsule = sources[source]?.capsule
    const fork = capsule && forkCapsule(capsule, messageId, parts)
    if (!fork) return
    await showFork(services, fork)
    onClose()
  }
  return (
    <section className="space-y-3">
      <p className="text-[13px] text-soft">{words.replay.hint}</p>
      <ReplayForm
        {...{ sources, models, setting, isRunning }}
        onThis={() => attempt(() => add(thisSource(services, threadId)))}
        onFiles={(files) => attempt(() => add(fileSources(files)))}
        onModels={(chosen) => {
          setModels(chosen)
          setTrials([])
        }}
        onSetting={(change) => setSetting((before) => ({ ...before, ...change }))}
      />
      {isRunning ? (
        <Button onClick={() => running.current?.abort()}>{words.replay.stop}</Button>
      ) : (
        <Button disabled={sources.length === 0 || models.length === 0} onClick={() => attempt(run)}>
          {words.replay.run}
        </Button>
      )}
      <TrainingExport sources={sources} setting={setting} attempt={attempt} />
      {problem !== undefined && <Problem text={errorSentence(problem)} />}
      {trials.length > 0 && <ReplayTable {...{ sources, models, trials }} onGoOn={(...from) => attempt(() => goOn(...from))} />}
    </section>
  )
}
