import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

/** What appeared or changed a moment ago was not read: a press meant for something else must not reach it. */
const UNREAD_MS = 400

/** What can be decided by pressing it: each shows that it waits. Looking around, copying and scrolling are free. */
const DECIDES = '[data-decides], [role="menuitem"]'

export interface Calm {
  /** Whether a press would count. */
  readonly calm: boolean
  /** For the element around the buttons. Every press passes here, by finger, mouse or key: there is no other guard. */
  readonly guard: {
    readonly onPointerDownCapture: (event: PointerEvent) => void
    readonly onClickCapture: (event: MouseEvent) => void
  }
}

const isDeciding = (target: EventTarget) => target instanceof Element && target.closest(DECIDES) !== null

/**
 * Presses count once `shown` has stood still for a while. One that comes too early does nothing and begins the pause anew, so
 * that a series of hasty presses decides once and not call after call.
 */
export function useCalm(shown: string): Calm {
  const changedAt = useRef(Number.POSITIVE_INFINITY)
  const startedEarly = useRef(false)
  const [pauses, setPauses] = useState(0)
  const [calmFor, setCalmFor] = useState<string>()
  const standing = `${pauses} ${shown}`
  useLayoutEffect(() => {
    changedAt.current = performance.now()
    const timer = setTimeout(() => setCalmFor(standing), UNREAD_MS)
    return () => clearTimeout(timer)
  }, [standing])
  const isEarly = (at: number) => at - changedAt.current < UNREAD_MS
  return {
    calm: calmFor === standing,
    guard: {
      onPointerDownCapture: (event) => {
        startedEarly.current = isEarly(event.timeStamp)
      },
      onClickCapture: (event) => {
        if (!isDeciding(event.target)) return
        // A finger that went down too early does not become calm by staying there. A key has no finger.
        const early = (event.detail > 0 && startedEarly.current) || isEarly(event.timeStamp)
        startedEarly.current = false
        if (!early) return
        event.preventDefault()
        event.stopPropagation()
        setPauses((count) => count + 1)
      },
    },
  }
}
