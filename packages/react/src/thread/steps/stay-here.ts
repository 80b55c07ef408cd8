import { flushSync } from 'react-dom'

/** Far enough to count as scrolling, and taken back before anything is painted. */
const NUDGE_PX = 8

/**
 * Makes a change below `element` and leaves it where it is on the screen. A page that stands at its end follows what grows there;
 * to whom it grows by a press, it is no news.
 */
export function stayHere(element: Element, change: () => void): void {
  const view = element.closest('[data-thread-view]')
  const before = element.getBoundingClientRect().top
  if (view) {
    const { scrollTop } = view
    view.scrollTo({ top: scrollTop - NUDGE_PX, behavior: 'instant' })
    view.dispatchEvent(new Event('scroll'))
    view.scrollTo({ top: scrollTop, behavior: 'instant' })
  }
  flushSync(change)
  const moved = element.getBoundingClientRect().top - before
  if (view && moved !== 0) view.scrollTo({ top: view.scrollTop + moved, behavior: 'instant' })
}
