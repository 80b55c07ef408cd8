import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'

const KEY = 'parley-side-width'
const LEAST = 320
const STEP = 32

const most = () => Math.max(LEAST, Math.round(innerWidth * 0.6))
const usual = () => Math.min(544, Math.round(innerWidth * 0.42))
const within = (width: number) => Math.min(most(), Math.max(LEAST, Math.round(width)))

function keptWidth(): number {
  const kept = Number(localStorage.getItem(KEY) ?? 'none')
  return Number.isFinite(kept) ? within(kept) : usual()
}

export interface SideWidth {
  readonly width: number
  /** What is taken is kept for the next visit only once it is let go. */
  readonly setWidth: (width: number) => void
  readonly keep: (width: number) => void
}

export function useSideWidth(): SideWidth {
  const [width, setWidth] = useState(keptWidth)
  const keep = (next: number) => {
    setWidth(within(next))
    localStorage.setItem(KEY, String(within(next)))
  }
  return { width, setWidth: (next) => setWidth(within(next)), keep }
}

/** The edge that is drawn, by hand or by the arrow keys. Two clicks make it as wide as it was at first. */
export function SideEdge({ width, setWidth, keep }: SideWidth) {
  const words = useLateWords()
  const from = useRef<number>(undefined)
  const widthAt = ({ clientX }: PointerEvent) => (from.current ?? clientX) - clientX
  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = event.clientX + width
  }
  const end = (event: PointerEvent) => {
    if (from.current === undefined) return
    keep(widthAt(event))
    from.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const widths: Readonly<Record<string, number>> = {
      ArrowLeft: width + STEP,
      ArrowRight: width - STEP,
      Home: most(),
      End: LEAST,
    }
    const next = Object.hasOwn(widths, event.key) ? widths[event.key] : undefined
    if (next === undefined) return
    event.preventDefault()
    keep(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be focused is a widget, by its role
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.side.width}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={most()}
      onPointerDown={begin}
      onPointerMove={(event) => from.current !== undefined && setWidth(widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => keep(usual())}
      onKeyDown={press}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none select-none hover:bg-parley/25 focus-visible:bg-parley/40"
    />
  )
}
