import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Each row of what is to be judged, in order; `data-lines` says for how many lines it stands. */
const ROW = '[data-row]'

export interface Reading {
  /** Lines that were never on screen. Undefined: nothing was measured yet. */
  readonly unseen: number | undefined
  /** Brings the first of them into sight. */
  readOn(): void
}

interface Span {
  readonly top: number
  readonly bottom: number
}

/** The part of the window in which something inside `body` can be seen. */
function visibleSpan(body: HTMLElement): Span {
  let [top, bottom] = [0, window.innerHeight]
  for (let box: HTMLElement | null = body; box; box = box.parentElement) {
    if (box !== body && getComputedStyle(box).overflowY === 'visible') continue
    const rect = box.getBoundingClientRect()
    if (rect.width === 0 && rect.height === 0) continue
    top = Math.max(top, rect.top)
    bottom = Math.min(bottom, rect.bottom)
  }
  return { top, bottom }
}

const linesOf = (row: HTMLElement) => Number(row.dataset['lines'] ?? 1)

/** The last row whose end is in sight. Rows lie one below the other, so it is found by halving. */
function lastInSight(rows: readonly HTMLElement[], { top, bottom }: Span): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) <= bottom + 1) low = middle + 1
    else high = middle
  }
  const end = rows[low - 1]?.getBoundingClientRect().bottom
  return end !== undefined && end >= top ? low - 1 : -1
}

/** Whether a person could be looking: the page is in front, and no dialog lies over it. One that it stands in does not. */
const isLookedAt = (body: HTMLElement) =>
  document.visibilityState !== 'hidden' &&
  [...document.querySelectorAll('[role="dialog"][data-state="open"]')].every((dialog) => dialog.contains(body))

/**
 * Follows how far what `body` holds has been on screen. What is shown under another name has to be read anew; `wasSeen` says
 * that it was read before.
 */
export function useReading(body: RefObject<HTMLElement | null>, shown: string, wasSeen: boolean): Reading {
  const [read, setRead] = useState<{ shown: string; unseen: number }>()
  const measure = useEffectEvent((name: string) => {
    const box = body.current
    if (!box || !isLookedAt(box)) return
    const rows = [...box.querySelectorAll<HTMLElement>(ROW)]
    const end = lastInSight(rows, visibleSpan(box))
    const unseen = rows.slice(end + 1).reduce((sum, row) => sum + linesOf(row), 0)
    setRead((before) => (before?.shown === name && before.unseen <= unseen ? before : { shown: name, unseen }))
  })
  useEffect(() => {
    const look = () => measure(shown)
    const frame = requestAnimationFrame(look)
    const box = body.current
    const watcher = typeof ResizeObserver === 'undefined' || !box ? undefined : new ResizeObserver(look)
    if (box) watcher?.observe(box)
    // Not only the card scrolls: so does what it stands in.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    document.addEventListener('visibilitychange', look)
    window.addEventListener('resize', look)
    // A dialog that is closed moves nothing; whoever comes back from it looks again by moving or pressing.
    document.addEventListener('pointerover', look)
    document.addEventListener('keyup', look)
    return () => {
      cancelAnimationFrame(frame)
      watcher?.disconnect()
      document.removeEventListener('scroll', look, { capture: true })
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('resize', look)
      document.removeEventListener('pointerover', look)
      document.removeEventListener('keyup', look)
    }
  }, [body, shown])
  const unseen = wasSeen ? 0 : read?.shown === shown ? read.unseen : undefined
  return { unseen, readOn: () => body.current && readOn(body.current, unseen ?? 0) }
}

/** So that the first unseen row stands at the top; one that is longer than the window is read a window at a time. */
function readOn(body: HTMLElement, unseen: number): void {
  const rows = [...body.querySelectorAll<HTMLElement>(ROW)]
  let left = unseen
  let at = rows.length
  while (at > 0 && left > 0) left -= linesOf(rows[--at] ?? body)
  const { top, bottom } = visibleSpan(body)
  const distance = (rows[at]?.getBoundingClientRect().top ?? bottom) - top
  body.scrollTop += distance > 8 ? distance : Math.max(40, bottom - top - 24)
}
