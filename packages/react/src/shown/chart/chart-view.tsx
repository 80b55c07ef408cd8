import type { ChartPoints, ShownItem } from '@parley/browser/sandbox'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react'
import { type LateWords, useLateWords } from '../../language/late-words.ts'
import { ShownPicture } from '../shown-picture.tsx'
import { ChartMark, ChartTip, type MarkProps } from './chart-tip.tsx'
import { inDrawing, inPage } from './drawing-place.ts'
import { alongPoints, columnFacts, markOf, pointAt, spokenOf } from './point-at.ts'

export type Chart = Extract<ShownItem, { readonly kind: 'svg' }> & { readonly points: ChartPoints }

interface Pointed {
  readonly index: number
  /** Only what was asked for by keys is spoken: a pointer would say too much. */
  readonly by: 'pointer' | 'keys'
  /** Where it stands in the box of the picture. */
  readonly mark: MarkProps
}

/** A chart that answers to the pointer, to a finger and to the arrow keys. It stays a picture; what is said stands above it, as text. */
export function ChartView({ item }: { readonly item: Chart }) {
  const words = useLateWords()
  const { points } = item
  const told = useId()
  const along = useMemo(() => alongPoints(points), [points])
  const [shown, setShown] = useState<Pointed>()
  const hide = () => setShown(undefined)
  const show = (box: HTMLElement, index: number | undefined, by: Pointed['by']) => {
    const mark = index === undefined ? undefined : placeIn(box, points, index)
    setShown(index === undefined || !mark ? undefined : { index, by, mark })
  }
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const image = currentTarget.querySelector('img')
    if (image) show(currentTarget, pointAt(points, inDrawing(image, clientX, clientY)), 'pointer')
  }
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const index = along[placeAfter(event.key, shown ? along.indexOf(shown.index) : -1, along.length) ?? -1]
    if (event.key === 'Escape' && shown) hide()
    else if (index === undefined) return
    else {
      event.preventDefault()
      bringIntoSight(event.currentTarget, points, index)
      show(event.currentTarget, index, 'keys')
    }
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pointed at is told by the keys of the picture, too
    <div
      data-testid="chart"
      className="relative w-fit max-w-full"
      onPointerMove={point}
      onPointerDown={point}
      // A finger that was lifted leaves, and what it pointed at is still to be read: it goes with the next touch elsewhere.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
      onBlur={hide}
      onKeyDown={walk}
      onScrollCapture={() => shown?.by === 'pointer' && hide()}
    >
      <ShownPicture item={item} describedBy={told} />
      {shown && (
        <>
          <ChartMark {...shown.mark} />
          <ChartTip points={points} index={shown.index} {...shown.mark} />
        </>
      )}
      <p id={told} data-testid="chart-told" className="sr-only">
        {descriptionOf(points, words)}
      </p>
      <p role="status" className="sr-only">
        {shown?.by === 'keys' ? spokenOf(points, shown.index) : ''}
      </p>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }

/** The next place along the points, of so many. Undefined: the key is for somebody else. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, place + step))
}

/** On a phone a chart is wider than its place. */
function bringIntoSight(box: HTMLElement, points: ChartPoints, index: number): void {
  const scroller = box.querySelector<HTMLElement>('[data-picture]')
  const image = box.querySelector('img')
  if (!scroller || !image) return
  const { x } = inPage(image, markOf(points, index))
  const { left, right } = scroller.getBoundingClientRect()
  if (x < left + 16 || x > right - 16) scroller.scrollBy({ left: x - (left + right) / 2, behavior: 'instant' })
}

/** Where a point stands in the box, and how large the box is. */
function placeIn(box: HTMLElement, points: ChartPoints, index: number): MarkProps | undefined {
  const image = box.querySelector('img')
  if (!image) return undefined
  const { left, top, width, height } = box.getBoundingClientRect()
  const place = inPage(image, markOf(points, index))
  return { x: place.x - left, y: place.y - top, width, height }
}

function descriptionOf(points: ChartPoints, { shown, punctuation }: LateWords): string {
  const facts = columnFacts(points).map((fact) => (fact.kind === 'range' ? shown.chartRange(fact) : shown.chartNames(fact)))
  return [shown.chartPoints({ count: points.rows.length }), ...facts, shown.chartKeys].join(punctuation.gap)
}
