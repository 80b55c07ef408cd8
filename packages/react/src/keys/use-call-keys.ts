import { useEffect } from 'react'
import { focusCard, pendingCards } from '../call-card/use-card-focus.ts'
import { isEditable } from './is-editable.ts'

const focusedCard = () => document.activeElement?.closest<HTMLElement>('[data-call-key]') ?? undefined

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? undefined

const dockedCard = () => find('[data-dock] [data-call-key]')

/** What lies under a dialog is not looked at, so nothing there is decided. */
const isCovered = () => find('[role="dialog"][data-state="open"]') !== undefined

/** Keys may decide when focus is in the card, nowhere editable, or in a composer without text. */
function mayDecide(target: EventTarget | null): boolean {
  if (isCovered()) return false
  if (!isEditable(target) || focusedCard()) return true
  return target instanceof HTMLTextAreaElement && target.dataset['composer'] !== undefined && target.value.trim() === ''
}

/** The one card that approval keys belong to: the docked one. Where there is no dock, the one that has the focus. */
function cardInTurn(): HTMLElement | undefined {
  const [focused, docked] = [focusedCard(), dockedCard()]
  if (!docked) return focused ?? onlyPending()
  return focused && focused !== docked ? undefined : docked
}

function onlyPending(): HTMLElement | undefined {
  const cards = pendingCards()
  return cards.length === 1 ? cards[0] : undefined
}

function pressButton(place: HTMLElement | undefined, action: string): boolean {
  const button = place?.querySelector<HTMLButtonElement>(`[data-action="${action}"]`)
  if (!button || button.disabled) return false
  button.click()
  return true
}

/** In the dock to the next call, elsewhere to the next card. */
function step(direction: 1 | -1): boolean {
  const docked = dockedCard()
  const current = focusedCard()
  const arrow = find(`[data-dock] [data-step="${direction === 1 ? 'next' : 'previous'}"]`)
  if (docked && current === docked && arrow) {
    arrow.click()
    // The page shows the other call before anything else happens.
    queueMicrotask(() => focusPending(dockedCard()))
    return true
  }
  const cards = pendingCards()
  const at = current ? cards.indexOf(current) : -1
  if (at === -1) return focusPending(docked ?? cards[direction === 1 ? 0 : cards.length - 1])
  return focusPending(cards[(at + direction + cards.length) % cards.length])
}

function focusPending(card: HTMLElement | undefined): boolean {
  if (card) focusCard(card)
  return card !== undefined
}

function modified(event: KeyboardEvent): boolean {
  if (event.key === '.') {
    return pressButton(find('[data-call-key][data-running]'), 'stop') || pressButton(find('[data-composer-bar]'), 'stop-answer')
  }
  if (!mayDecide(event.target)) return false
  const action = decidingAction(event)
  if (action === undefined) return false
  // A key that is held down was pressed once.
  if (event.repeat) return true
  return action === 'execute-all' ? pressButton(find('[data-group-bar]'), action) : pressButton(cardInTurn(), action)
}

function decidingAction(event: KeyboardEvent): string | undefined {
  if (event.key === 'Enter') return event.shiftKey ? 'execute-all' : 'primary'
  return event.key === 'Backspace' && !isTyping(event.target) ? 'reject' : undefined
}

/** Ctrl+Backspace deletes a word in a field that has some. */
const isTyping = (target: EventTarget | null) =>
  (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== ''

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }
const LETTER_STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

function plain(event: KeyboardEvent, letterKeys: boolean): boolean {
  if (event.key === 'F8') return !isCovered() && step(event.shiftKey ? -1 : 1)
  const card = focusedCard()
  if (!card || isEditable(event.target) || event.shiftKey) return false
  // Enter and the space bar press a focused button again and again while they are held.
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) return true
  const direction =
    (letterKeys ? LETTER_STEPS[event.key] : undefined) ?? (document.activeElement === card ? STEPS[event.key] : undefined)
  return direction !== undefined && card.dataset['pending'] !== undefined && step(direction)
}

/** The keyboard of the cards, for the whole page. It presses the same buttons a mouse would, so nothing can be decided unseen. */
export function useCallKeys(letterKeys: boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.defaultPrevented) return
      const handled = event.ctrlKey || event.metaKey ? modified(event) : plain(event, letterKeys)
      if (!handled) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [letterKeys])
}
