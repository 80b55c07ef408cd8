import { vi } from 'vitest'

const textOf = (button: HTMLElement) => button.textContent ?? ''

/** The button whose text begins so. */
export const buttonIn = (place: HTMLElement, name: RegExp): HTMLButtonElement | undefined =>
  [...place.querySelectorAll('button')].find((button) => name.test(textOf(button)))

/** Presses a button as a person would who has looked at the card: once it counts. */
export async function pressButton(place: HTMLElement, name: RegExp): Promise<void> {
  const ready = await vi.waitFor(() => {
    const button = buttonIn(place, name)
    if (!button || button.disabled || button.ariaDisabled === 'true' || button.getAttribute('aria-disabled') === 'true')
      throw new Error(place.textContent ?? '')
    return button
    // Only what hangs is ended: on a busy machine a card takes longer than the second that is usual here.
  }, 30_000)
  ready.click()
}
