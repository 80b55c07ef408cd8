import { useEffect, useId, useState } from 'react'
import { PricesSection } from '../cost/prices-section.tsx'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Problem } from '../parts/problem.tsx'
import { Select } from '../parts/select.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import { added, dayTokens, readUsage, summed, type UsedDay } from './read-usage.ts'
import { UsageTable } from './usage-table.tsx'

const SPANS = [7, 30, 90, 400] as const

type Used = 'loading' | 'unreachable' | readonly UsedDay[]

function useUsage(span: number): Used {
  const [used, setUsed] = useState<Used>('loading')
  useEffect(() => {
    const leaving = new AbortController()
    const read = async () => {
      const response = await fetch(`/api/usage?days=${span}`, { signal: leaving.signal })
      setUsed(response.ok ? readUsage(await response.json()) : 'unreachable')
    }
    read().catch(() => {
      if (!leaving.signal.aborted) setUsed('unreachable')
    })
    return () => leaving.abort()
  }, [span])
  return used
}

/** Tokens and time by client, model and day. */
export function UsagePage() {
  const words = useLateWords()
  const id = useId()
  const [span, setSpan] = useState<number>(30)
  const used = useUsage(span)
  return (
    <>
      <p className="mb-2 text-[13px] text-soft">{words.usage.hint}</p>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {words.usage.span}
        </label>
        <Select id={id} value={span} onChange={(event) => setSpan(Number(event.target.value))} className={FIELD}>
          {SPANS.map((count) => (
            <option key={count} value={count}>
              {words.usage.days({ count })}
            </option>
          ))}
        </Select>
      </div>
      {used === 'unreachable' && <Problem text={words.usage.unreachable} />}
      {typeof used === 'object' && <Used days={used} span={span} />}
      <PricesSection />
    </>
  )
}

function Used({ days, span }: { readonly days: readonly UsedDay[]; readonly span: number }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const rows = summed(days)
  const [first, ...more] = rows
  if (!first) return <p className="text-sm text-soft">{words.usage.none}</p>
  const total = more.reduce(added, first)
  const amount = (count: number) => count.toLocaleString(tag)
  return (
    <>
      <p data-testid="usage-total" className="mb-3 text-sm">
        {words.usage.total({
          count: total.answers,
          input: amount(total.inputTokens),
          output: amount(total.outputTokens),
        })}
      </p>
      <DayBars days={days} span={span} />
      <UsageTable rows={rows} />
      {total.estimated > 0 && <p className="mt-2 text-xs text-faint">{words.usage.estimated({ count: total.estimated })}</p>}
    </>
  )
}

/** A bar for each day; the same numbers stand in the table and in the title of each. */
function DayBars({ days, span }: { readonly days: readonly UsedDay[]; readonly span: number }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [today] = useState(() => new Date())
  const bars = dayTokens(days, span, today)
  const most = Math.max(1, ...bars.map(({ tokens }) => tokens))
  return (
    <div
      role="img"
      aria-label={words.usage.bars({ count: span })}
      className="mb-4 flex h-16 items-end gap-px border-b border-line"
    >
      {bars.map(({ day, tokens }) => (
        <span
          key={day}
          title={`${day}: ${tokens.toLocaleString(tag)}`}
          style={{ height: tokens === 0 ? 0 : `${Math.max(4, (100 * tokens) / most)}%` }}
          className="min-w-0 flex-1 rounded-t-xs bg-parley"
        />
      ))}
    </div>
  )
}
