import type { ToolSpec } from '@parley/dialects'
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { PartList } from '../inspector/parsed-view.tsx'
import { useWords } from '../language/words.tsx'
import { examples, type Reading, readEverywhere } from './read-everywhere.ts'

const ICONS = {
  call: <CircleCheck aria-hidden="true" className="size-4 text-good" />,
  broken: <CircleAlert aria-hidden="true" className="size-4 text-bad" />,
  text: <CircleSlash aria-hidden="true" className="size-4 text-faint" />,
}

/** Paste what a model wrote and see how every dialect reads it, side by side. */
export default function DialectLab({ tools }: { readonly tools: readonly ToolSpec[] }) {
  const words = useWords()
  const id = useId()
  const samples = useMemo(() => examples(tools), [tools])
  const [text, setText] = useState(() => samples[0]?.text ?? '')
  const [all, setAll] = useState(false)
  const read = useDeferredValue(text)
  const readings = useMemo(() => readEverywhere(read, tools), [read, tools])
  const shown = all ? readings : readings.filter((reading) => reading.verdict !== 'text')
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
      <p className="text-[13px] text-soft">{words.lab.intro}</p>
      <label className="flex items-center gap-2 text-xs text-faint">
        {words.lab.example}
        <select
          defaultValue={samples[0]?.id}
          onChange={(event) => setText(samples.find((sample) => sample.id === event.target.value)?.text ?? '')}
          className="min-h-8 min-w-0 flex-1 rounded-lg border border-line bg-sheet px-2 text-[13px] text-ink pointer-coarse:min-h-11"
        >
          {samples.map((sample) => (
            <option key={sample.id} value={sample.id}>
              {sample.title}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={id} className="sr-only">
        {words.lab.label}
      </label>
      <textarea
        id={id}
        rows={8}
        value={text}
        spellCheck={false}
        placeholder={words.lab.placeholder}
        onChange={(event) => setText(event.target.value)}
        className="w-full shrink-0 resize-y rounded-lg border border-line-strong/60 bg-sheet px-3 py-2 font-mono text-xs leading-relaxed"
      />
      <label className="flex items-center gap-2 text-[13px]">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} className="size-4" />
        {words.lab.showAll}
      </label>
      <ul className="space-y-3">
        {shown.map((reading) => (
          <ReadingCard key={reading.id} reading={reading} />
        ))}
      </ul>
    </div>
  )
}

function ReadingCard({ reading }: { readonly reading: Reading }) {
  const words = useWords()
  const verdict = { call: words.lab.reads, broken: words.lab.broken, text: words.lab.nothing }[reading.verdict]
  return (
    <li className="rounded-xl border border-line p-3" data-dialect={reading.id} data-verdict={reading.verdict}>
      <p className="mb-2 flex flex-wrap items-center gap-2 text-[13px]">
        {ICONS[reading.verdict]}
        <span translate="no" className="font-semibold">
          {reading.title}
        </span>
        <span className="text-faint">{verdict}</span>
        {reading.speakers.length > 0 && (
          <span className="basis-full text-xs text-faint">
            {words.lab.speakers} <span translate="no">{reading.speakers.join(', ')}</span>
          </span>
        )}
      </p>
      <PartList parts={reading.parts} />
    </li>
  )
}
