/** Remembers where the user was, and notices when a frame takes the keyboard. */
export function watchFocus(element: HTMLIFrameElement, onStolen: () => void, signal: AbortSignal): { giveBack(): void } {
  let last: Element | null = document.activeElement
  const remember = (): void => {
    if (document.activeElement !== element) last = document.activeElement
  }
  const judge = (): void => {
    if (document.activeElement === element) onStolen()
  }
  document.addEventListener('focusin', remember, { signal })
  document.addEventListener('focusin', judge, { signal })
  addEventListener('blur', judge, { signal })
  return {
    giveBack() {
      focus()
      if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true })
    },
  }
}
