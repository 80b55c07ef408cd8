import { TRAINING_FORMATS, type TrainingFormat, type TrainingLines, trainingLines } from '@parley/browser'
import { useState } from 'react'
import { saveAs } from '../files/save-as.ts'
import { loadCatalog } from '../lab/load-catalog.ts'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { useDialectTitles } from '../studio/use-dialect-titles.ts'
import type { Source } from './run-replays.ts'

interface TrainingExportProps {
  readonly sources: readonly Source[]
  readonly system: string
  readonly attempt: (action: () => Promise<void>) => void
}

const TITLES = { openai: 'OpenAI', sharegpt: 'ShareGPT' } as const satisfies Readonly<Record<TrainingFormat, string>>

/** The chosen conversations as data to train a model with: what was said, or what was preferred to what. */
export function TrainingExport({ sources, system, attempt }: TrainingExportProps) {
  const words = useLateWords()
  const [format, setFormat] = useState<TrainingFormat>('openai')
  const [dialect, setDialect] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const dialects = useDialectTitles().map(({ id, title }) => ({ value: id, title }))
  const save = (kind: keyof TrainingLines) =>
    attempt(async () => {
      const lines = (await linesOf(sources, format, { dialect, system })).flatMap((each) => each[kind])
      setEmpty(lines.length === 0)
      if (lines.length > 0) saveAs(`parley-${kind}.jsonl`, lines.map((line) => `${line}\n`).join(''), 'application/jsonl')
    })
  return (
    <details className="rounded-xl border border-line px-3 py-1 text-[13px]">
      <summary className="parley-summary min-h-9 py-2 font-medium pointer-coarse:min-h-11">{words.replay.training}</summary>
      <div className="space-y-3 pb-2">
        <p className="text-soft">{words.replay.trainingHint}</p>
        <LabelledSelect
          label={words.replay.format}
          choices={TRAINING_FORMATS.map((value) => ({ value, title: TITLES[value] }))}
          value={format}
          onValue={(value) => setFormat(TRAINING_FORMATS.find((known) => known === value) ?? 'openai')}
        />
        <LabelledSelect
          label={words.replay.dialect}
          choices={[{ value: '', title: words.replay.ofFormat }, ...dialects]}
          value={dialect}
          onValue={setDialect}
        />
        <div className="flex flex-wrap gap-2">
          <Button disabled={sources.length === 0} onClick={() => save('chats')}>
            {words.replay.saveChats}
          </Button>
          <Button disabled={sources.length === 0} onClick={() => save('pairs')}>
            {words.replay.savePairs}
          </Button>
        </div>
        <p role="status" className="text-soft empty:hidden">
          {isEmpty && words.replay.nothingToTrain}
        </p>
      </div>
    </details>
  )
}

async function linesOf(
  sources: readonly Source[],
  format: TrainingFormat,
  { dialect: id, system }: { readonly dialect: string; readonly system: string },
) {
  const dialect = id === '' ? undefined : (await loadCatalog()).catalog.find((known) => known.id === id)
  const options = { format, ...(dialect && { dialect }), ...(system.trim() !== '' && { system }) }
  return sources.map(({ capsule }) => trainingLines(capsule, options))
}
