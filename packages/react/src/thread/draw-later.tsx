import type { ThreadMessage } from '@parley/browser'
import { startTransition, useEffect, useRef, useState } from 'react'

/** The end of a conversation is what somebody opens it for; more than this is on no screen. */
const AT_ONCE = 24
const NEAR = '1200px 0px'
const IDLE_MS = 50
/** About what an answer takes to be read and drawn: with less time left, the next frame would wait for it. */
const TAKES_MS = 8

/** Far from the end a message is laid out and painted only near the screen: else each frame of a scroll walks through all of them. */
export const isFar = (fromEnd: number): boolean => fromEnd > AT_ONCE

/** Whether a message is drawn yet: at once at the end, before it comes into sight when somebody scrolls, and all of them in time. */
export function useDrawn(fromEnd: number): readonly [boolean, React.RefObject<HTMLDivElement | null>] {
  const place = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(!isFar(fromEnd))
  useEffect(() => {
    const element = place.current
    if (isDrawn || !element) return undefined
    const draw = () => setDrawn(true)
    const ends = [whenNear(element, draw), whenIdle(draw)]
    return () => {
      for (const end of ends) end()
    }
  }, [isDrawn])
  return [isDrawn, place]
}

const observers = new WeakMap<Element, IntersectionObserver>()
const nearing = new WeakMap<Element, () => void>()

function whenNear(element: Element, draw: () => void): () => void {
  const view = element.closest('[data-thread-view]')
  if (!view) return () => {}
  const observer = observers.get(view) ?? observe(view)
  nearing.set(element, draw)
  observer.observe(element)
  return () => observer.unobserve(element)
}

function observe(view: Element): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) nearing.get(target)?.()
    },
    { root: view, rootMargin: NEAR },
  )
  observers.set(view, observer)
  return observer
}

/** Those that were mounted last are drawn first: they stand nearest to the end. */
const waiting = new Set<() => void>()
let isPlanned = false

function whenIdle(draw: () => void): () => void {
  waiting.add(draw)
  plan()
  return () => waiting.delete(draw)
}

function plan(): void {
  if (isPlanned || waiting.size === 0) return
  isPlanned = true
  idle((timeLeft) => {
    isPlanned = false
    const last = timeLeft < TAKES_MS ? undefined : [...waiting].at(-1)
    if (last) {
      waiting.delete(last)
      startTransition(last)
    }
    plan()
  })
}

function idle(work: (timeLeft: number) => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback((deadline) => work(deadline.timeRemaining()))
  else setTimeout(() => work(IDLE_MS), IDLE_MS)
}

/** For the outermost element of a message. Its true size, once it was laid out, counts for more than the guess; hidden, it has none. */
export const drawnAs = (parts: ThreadMessage['parts'], far: boolean, hidden = false) => ({
  'data-far': far,
  hidden,
  style: { containIntrinsicBlockSize: hidden ? '0px' : `auto ${heightOf(parts)}px` },
})

const LINE = 24
const CHARACTERS = 90

/** About as high as it will be, so that what is below hardly moves. */
export function heightOf(parts: ThreadMessage['parts']): number {
  // Both kinds of messages have parts that are texts; all others count the same.
  const each: readonly ThreadMessage['parts'][number][] = parts
  const lines = each.reduce((sum, part) => sum + (part.type === 'text' ? linesOf(part.text) : 2), 0)
  return (lines + 1) * LINE
}

function linesOf(text: string): number {
  let lines = 1 + text.length / CHARACTERS
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 0.7
  return lines
}
