import { type RefObject, useEffect } from 'react'

const NEXT = 'button:not(:disabled), select, [tabindex="0"]'

/**
 * What somebody has just pressed may be gone with what it did. The focus then goes to what is looked at in its place, and not to the
 * beginning of the page.
 */
export function useFocusKept(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = root.current
    if (!place) return undefined
    let last: EventTarget | null = null
    const remember = (event: FocusEvent) => {
      last = event.target
    }
    const keep = () => {
      const active = document.activeElement
      const isLost = last instanceof Element && !last.isConnected && (active === null || active.contains(place))
      if (!isLost) return
      last = null
      const next = place.querySelector<HTMLElement>('[aria-current="true"]') ?? place.querySelector<HTMLElement>(NEXT)
      next?.focus()
    }
    const watcher = new MutationObserver(keep)
    watcher.observe(place, { childList: true, subtree: true })
    place.addEventListener('focusin', remember)
    return () => {
      watcher.disconnect()
      place.removeEventListener('focusin', remember)
    }
  }, [root])
}
