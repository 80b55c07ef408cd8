import type { AnswerMessage, ThreadState, ThreadStorage } from '@parley/browser'
import { useEffect, useRef, useState } from 'react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import type { OfferedModel } from '../model/model-list.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Popover } from '../parts/popover.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { type Bill, billOf, type Counted, formatCost, PRICES_OF } from './prices.ts'

interface ContextRingProps {
  readonly state: ThreadState
  readonly model: OfferedModel | undefined
  readonly storage: ThreadStorage
  readonly onPrices: () => void
}

const isCounted = (message: ThreadState['messages'][number]): message is AnswerMessage =>
  message.role === 'assistant' && message.usage !== undefined

const ROUND = 2 * Math.PI * 7

/** How much of what the model reads at once is in use; behind it, the tokens and what they cost. */
export default function ContextRing({ state, model, storage, onPrices }: ContextRingProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const last = state.messages.findLast(isCounted)
  if (!last) return null
  const used = (last.usage?.inputTokens ?? 0) + (last.usage?.outputTokens ?? 0)
  const size = model?.contextTokens
  const share = size === undefined ? 0 : Math.min(1, used / size)
  const figures = figuresOf(used, size, tag)
  const label = size === undefined ? words.cost.ringOpen(figures) : words.cost.ring(figures)
  const tone = share > 0.9 ? 'text-bad' : share > 0.7 ? 'text-wait' : 'text-parley'
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        data-testid="context-ring"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mb-0.5 rounded-full pointer-coarse:mb-0"
      >
        <svg viewBox="0 0 18 18" aria-hidden="true" className={`size-5 -rotate-90 ${tone}`} fill="none" strokeWidth="2.5">
          <circle cx="9" cy="9" r="7" className="stroke-line-strong/50" />
          <circle cx="9" cy="9" r="7" stroke="currentColor" strokeDasharray={`${share * ROUND} ${ROUND}`} />
        </svg>
      </IconButton>
      {open && (
        <Popover anchor={button} label={words.cost.title} onClose={() => setOpen(false)}>
          <Figures
            state={state}
            last={last}
            storage={storage}
            inUse={
              size === undefined
                ? words.cost.unknownContext({ ...figures, model: model?.label ?? last.model })
                : words.cost.ofContext(figures)
            }
            onPrices={onPrices}
          />
        </Popover>
      )}
    </>
  )
}

function figuresOf(used: number, size: number | undefined, tag: string) {
  const number = new Intl.NumberFormat(tag)
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })
  return {
    used: number.format(used),
    size: number.format(size ?? 0),
    percent: percent.format(size === undefined ? 0 : used / size),
  }
}

interface FiguresProps {
  readonly state: ThreadState
  readonly last: AnswerMessage
  readonly storage: ThreadStorage
  readonly inUse: string
  readonly onPrices: () => void
}

function Figures({ state, last, storage, inUse, onPrices }: FiguresProps) {
  const words = useLateWords()
  const [{ prices }] = useSettings()
  const whole = useWhole(storage, state)
  const date = useMonth()(PRICES_OF)
  const isOwn = prices[last.model] !== undefined
  const all = billOf(whole, prices)
  return (
    <div data-testid="cost" className="space-y-3 overflow-y-auto p-4 text-[13px]">
      <h2 className="text-sm font-semibold">{words.cost.title}</h2>
      <dl className="space-y-2">
        <Row title={words.cost.inContext} text={inUse} />
        <BillRow title={`${words.cost.lastAnswer} · ${last.model}`} bill={billOf([last], prices)} />
        <BillRow title={`${words.cost.whole} · ${words.cost.answers({ count: all.answers })}`} bill={all} />
      </dl>
      {all.unpriced.length > 0 && all.cost !== undefined && (
        <p className="text-soft">{words.cost.somePrices({ models: all.unpriced.join(', ') })}</p>
      )}
      {all.cost === undefined && <p className="text-soft">{words.cost.noPrice({ model: last.model })}</p>}
      {all.isEstimated && <p className="text-soft">{words.cost.estimated}</p>}
      {all.cost !== undefined && <p className="text-soft">{isOwn ? words.cost.yourPrice : words.cost.listPrice({ date })}</p>}
      <Button onClick={onPrices}>{words.cost.setPrice}</Button>
    </div>
  )
}

/** The month of a day, as the reader writes it. */
export function useMonth(): (day: string) => string {
  const tag = useLanguageTag()
  const format = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (day) => format.format(new Date(day))
}

const Row = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt className="text-soft">{title}</dt>
    <dd className="font-medium">{text}</dd>
  </div>
)

function BillRow({ title, bill }: { readonly title: string; readonly bill: Bill }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  return <Row title={title} text={billWords(bill, words, tag)} />
}

function billWords({ inputTokens, outputTokens, cachedTokens, cost }: Bill, words: LateWords, tag: string): string {
  const tokens = (count: number) => ({ tokens: new Intl.NumberFormat(tag).format(count) })
  return [
    words.cost.read(tokens(inputTokens)),
    ...(cachedTokens > 0 ? [words.cost.cached(tokens(cachedTokens))] : []),
    words.cost.written(tokens(outputTokens)),
    ...(cost === undefined ? [] : [formatCost(cost, tag)]),
  ].join(' · ')
}

/** Every answer there is, also on versions that are not shown: all of them were paid for. */
function useWhole({ threads }: ThreadStorage, { id }: ThreadState): readonly Counted[] {
  const [whole, setWhole] = useState<readonly Counted[]>([])
  useEffect(() => {
    let left = false
    const read = async () => {
      const stored = await threads.read(id)
      if (!left) setWhole(stored?.nodes.flatMap(({ notes }) => (notes ? [notes] : [])) ?? [])
    }
    void read()
    const end = threads.watch((changed) => void (changed === id && read()))
    return () => {
      left = true
      end()
    }
  }, [threads, id])
  return whole
}
