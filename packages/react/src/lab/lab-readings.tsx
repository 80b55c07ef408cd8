import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { PartList } from '../inspector/parsed-view.tsx'
import { useLateWords } from '../language/late-words.ts'
import type { Reading, Readings } from './worker/lab-question.ts'

const ICONS = {
  call: <CircleCheck aria-hidden="true" className="size-4 text-good" />,
  broken: <CircleAlert aria-hidden="true" className="size-4 text-bad" />,
  text: <CircleSlash aria-hidden="true" className="size-4 text-faint" />,
}

/** Every reading of the same answer, side by side. */
export function LabReadings({ readings: { own, others } }: { readonly readings: Readings }) {
  const words = useLateWords().lab
  const [all, setAll] = useState(false)
  const shown = all ? others : others.filter((reading) => reading.verdict !== 'text')
  return (
    <>
      <label className="flex items-center gap-2 text-[13px]">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} className="size-4" />
        {words.showAll}
      </label>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
        {own && <ReadingCard reading={own} own />}
        {shown.map((reading) => (
          <ReadingCard key={reading.id} reading={reading} />
        ))}
      </ul>
    </>
  )
}

function ReadingCard({ reading, own = false }: { readonly reading: Reading; readonly own?: boolean }) {
  const words = useLateWords().lab
  const { id, title = words.own, verdict, steady, speakers, parts } = reading
  const said = { call: words.reads, broken: words.broken, text: words.nothing }[verdict]
  return (
    <li
      className={`min-w-0 rounded-xl border p-3 ${own ? 'border-parley' : 'border-line'}`}
      data-dialect={own ? undefined : id}
      data-own={own ? '' : undefined}
      data-verdict={verdict}
    >
      <p className="mb-2 flex flex-wrap items-center gap-2 text-[13px]">
        {ICONS[verdict]}
        <span translate={own && reading.title === undefined ? 'yes' : 'no'} className="font-semibold">
          {title}
        </span>
        <span className="text-faint">{said}</span>
        {steady !== undefined && (
          <span className={`text-xs ${steady ? 'text-faint' : 'text-bad'}`}>{steady ? words.steady : words.unsteady}</span>
        )}
        {speakers.length > 0 && (
          <span className="basis-full text-xs text-faint">
            {words.speakers} <span translate="no">{speakers.join(', ')}</span>
          </span>
        )}
      </p>
      <PartList parts={parts} />
    </li>
  )
}
