import type { ToolSpec } from '@parley/dialects'
import { useId, useMemo, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Select } from '../parts/select.tsx'
import { examples } from './examples.ts'
import { LabFilesBox, useTaking } from './lab-files.tsx'
import { LabReadings } from './lab-readings.tsx'
import { LabReport } from './lab-report.tsx'
import { LabLesson, LabShape } from './lab-shape.tsx'
import { useLab } from './use-lab.ts'

/** A model's files in, its dialect out; and any answer, read by it and by all others. */
export default function DialectLab({ tools }: { readonly tools: readonly ToolSpec[] }) {
  const words = useLateWords().lab
  const samples = useMemo(() => examples(tools), [tools])
  const [text, setText] = useState(() => samples[0]?.text ?? '')
  const lab = useLab(text, tools)
  const [over, setOver] = useState(false)
  const taking = useTaking(({ files, shape, answer }) => {
    if (answer !== undefined) setText(answer)
    if (Object.keys(files).length > 0) lab.open(files)
    if (shape !== undefined) lab.setShape(shape)
  })
  return (
    <div
      className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        void taking.take([...event.dataTransfer.files])
      }}
    >
      <p className="text-[13px] text-soft">{words.intro}</p>
      <LabFilesBox {...taking} over={over} />
      <LabReport found={lab.found} />
      <LabShape lab={lab} />
      {lab.readings?.lesson && <LabLesson lesson={lab.readings.lesson} />}
      <AnswerBox text={text} samples={samples} onChange={setText} />
      {lab.readings && <LabReadings readings={lab.readings} />}
    </div>
  )
}

interface AnswerBoxProps {
  readonly text: string
  readonly samples: ReturnType<typeof examples>
  readonly onChange: (text: string) => void
}

/** What the model wrote, or what it could have written. */
function AnswerBox({ text, samples, onChange }: AnswerBoxProps) {
  const words = useLateWords().lab
  const id = useId()
  return (
    <>
      <label className="flex items-center gap-2 text-xs text-faint">
        {words.example}
        <Select
          place="flex-1"
          defaultValue={samples[0]?.id}
          onChange={(event) => onChange(samples.find((sample) => sample.id === event.target.value)?.text ?? '')}
          className="min-h-8 rounded-lg border border-line bg-sheet px-2 text-[13px] text-ink pointer-coarse:min-h-11"
        >
          {samples.map((sample) => (
            <option key={sample.id} value={sample.id}>
              {sample.title}
            </option>
          ))}
        </Select>
      </label>
      <label htmlFor={id} className="sr-only">
        {words.label}
      </label>
      <textarea
        id={id}
        rows={8}
        value={text}
        spellCheck={false}
        placeholder={words.placeholder}
        onChange={(event) => onChange(event.target.value)}
        className="w-full shrink-0 resize-y rounded-lg border border-line-strong/60 bg-sheet px-3 py-2 font-mono text-xs leading-relaxed"
      />
    </>
  )
}
