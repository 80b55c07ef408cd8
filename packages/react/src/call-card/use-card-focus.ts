import { type RefObject, useEffect, useRef } from 'react'

let outside: HTMLElement | undefined

/** Elements that wait for a person, in the order of the page. */
export const pendingCards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-call-key][data-pending]')]

export const cardOf = (key: string) => document.querySelector<HTMLElement>(`[data-call-key="${CSS.escape(key)}"]`) ?? undefined

export function focusCard(card: HTMLElement): void {
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest' })
}

/**
 * Focus is never moved by itself; but when the card that had it is decided, it goes to the next one that waits, or back
 * to where it was before.
 */
export function useCardFocus(root: RefObject<HTMLElement | null>, pending: boolean): void {
  const inside = useRef(false)
  useEffect(() => {
    const card = root.current
    if (!card) return
    const entered = (event: FocusEvent) => {
      inside.current = true
      const from = event.relatedTarget
      if (from instanceof HTMLElement && !from.closest('[data-call-key]')) outside = from
    }
    const left = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !card.contains(event.relatedTarget)) inside.current = false
    }
    card.addEventListener('focusin', entered)
    card.addEventListener('focusout', left)
    return () => {
      card.removeEventListener('focusin', entered)
      card.removeEventListener('focusout', left)
    }
  }, [root])
  useEffect(() => {
    const card = root.current
    if (!card || !pending) return
    return () => {
      if (!inside.current) return
      inside.current = false
      moveOn(card)
    }
  }, [pending, root])
}

/** To the next card that waits, else back to where it was, else to what became of the card: never to nowhere. */
function moveOn(decided: HTMLElement): void {
  const active = document.activeElement
  const isLost = active === null || active === document.body || decided.contains(active)
  if (!isLost) return
  const next = pendingCards().find((other) => other !== decided)
  if (next) return focusCard(next)
  const back = outside?.isConnected ? outside : cardOf(decided.dataset['callKey'] ?? '')
  back?.focus({ preventScroll: true })
}
