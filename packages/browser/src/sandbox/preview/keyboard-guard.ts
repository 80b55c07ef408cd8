/** Who uses a page that is shown is the person who pressed into it, or came to it with the Tab key. */
export interface KeyboardGuard {
  /** The page was pressed, as the part of it says that its scripts cannot reach. */
  pressed(): void
}

/** A press in the frame and the focus it causes are told by two ways, in any order. */
const TELLS_MS = 60
/** So long a press, or the Tab key, explains that the frame has the keyboard. */
const EXPLAINS_MS = 1_000

/**
 * Gives the keyboard back when a frame takes it unasked: by a dialog, a label, a selection, a form that complains. What is typed then
 * would go to the page that is shown. From there on the frame is out of reach, until the pointer comes to it or the Tab key is pressed.
 */
export function guardKeyboard(element: HTMLIFrameElement, over: AbortSignal): KeyboardGuard {
  let last: Element | null = document.activeElement
  let asked = Number.NEGATIVE_INFINITY
  const letIn = (): void => {
    element.inert = false
  }
  const giveBack = (): void => {
    if (over.aborted || document.activeElement !== element || performance.now() - asked < EXPLAINS_MS) return
    element.inert = true
    element.blur()
    focus()
    if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true })
  }
  const look = (): void => {
    if (document.activeElement === element) setTimeout(giveBack, TELLS_MS)
  }
  const remember = (): void => {
    if (document.activeElement !== element) last = document.activeElement
  }
  const onKey = ({ key, isTrusted }: KeyboardEvent): void => {
    // What was pressed in the frame before does not count once the person is back here.
    asked = isTrusted && key === 'Tab' ? performance.now() : Number.NEGATIVE_INFINITY
    if (key === 'Tab') letIn()
  }
  const onPointer = ({ isTrusted, target, type }: PointerEvent): void => {
    const isThere = target instanceof Node && element.parentElement?.contains(target) === true
    if (isTrusted && isThere) letIn()
    else if (type === 'pointerdown') asked = Number.NEGATIVE_INFINITY
  }
  const heard = { signal: over, capture: true }
  document.addEventListener('focusin', remember, heard)
  document.addEventListener('focusin', look, heard)
  addEventListener('blur', look, heard)
  addEventListener('keydown', onKey, heard)
  addEventListener('pointermove', onPointer, heard)
  addEventListener('pointerdown', onPointer, heard)
  return {
    pressed() {
      asked = performance.now()
    },
  }
}
