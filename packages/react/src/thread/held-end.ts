/** Closer to the end than this is at the end. */
const AT_END = 2

/**
 * Whoever reads the end stays at it, also when what is above grows without anything being written: a picture that has come, a
 * room that became narrow. For the element that holds the messages; whoever scrolls up is left where they are.
 */
export function holdEnd(content: HTMLElement | null): (() => void) | undefined {
  const view = content?.closest<HTMLElement>('[data-thread-view]')
  if (!content || !view || typeof ResizeObserver === 'undefined') return undefined
  let isHeld = false
  let before = { top: view.scrollTop, height: view.scrollHeight }
  const look = () => {
    const { scrollTop: top, scrollHeight: height, clientHeight } = view
    if (height - top - clientHeight <= AT_END) isHeld = true
    // What became shorter moves the page up by itself.
    else if (top < before.top && height >= before.height) isHeld = false
    before = { top, height }
  }
  const grown = new ResizeObserver(() => {
    if (isHeld) view.scrollTo({ top: view.scrollHeight, behavior: 'instant' })
    look()
  })
  grown.observe(content)
  view.addEventListener('scroll', look, { passive: true })
  return () => {
    grown.disconnect()
    view.removeEventListener('scroll', look)
  }
}
