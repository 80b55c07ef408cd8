/** Whether somebody is in the middle of what these elements hold: has opened, marked or focused something, or has scrolled to it. */
export function isBeingRead(steps: readonly HTMLElement[], isFollowed: boolean): boolean {
  const isHeld = steps.some((step) => step.querySelector('[data-opened]') !== null || holdsFocus(step) || holdsSelection(step))
  return isHeld || (!isFollowed && isLookedAt(steps))
}

/** A focus without its ring is where the mouse, or a card that was decided, has left it. */
const holdsFocus = (step: HTMLElement): boolean => step.querySelector(':focus-visible') !== null

function holdsSelection(step: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(step, true)
}

function isLookedAt(steps: readonly HTMLElement[]): boolean {
  const view = steps[0]?.closest('[data-thread-view]')
  if (!view) return false
  // Where the browser does not hold what is read in its place, what is above it stays as it is.
  if (!CSS.supports('overflow-anchor', 'auto')) return true
  const seen = view.getBoundingClientRect()
  return steps.some((step) => {
    const { top, bottom } = step.getBoundingClientRect()
    return bottom > seen.top && top < seen.bottom
  })
}
