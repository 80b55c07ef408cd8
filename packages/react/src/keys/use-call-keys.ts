import { useEffect } from 'react'
import { focusCard, pendingCards } from '../call-card/use-card-focus.ts'
import { isEditable } from './is-editable.ts'

/** A card that appeared a moment ago was not read: approval keys meant for something else must not reach it. */
const UNREAD_MS = 400

const focusedCard = () => document.activeElement?.closest<HTMLElement>('[data-call-key]') ?? undefined

/** Keys may decide when focus is in the card, nowhere editable, or in a composer without text. */
function mayDecide(target: EventTarget | null): boolean {
  if (!isEditable(target) || focusedCard()) return true
  return target instanceof HTMLTextAreaElement && target.dataset['composer'] !== undefined && target.value.trim() === ''
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? undefined

function pressButton(card: HTMLElement | undefined, action: string): boolean {
  const button = card?.querySelector<HTMLButtonElement>(`[data-action="${action}"]`)
  if (!card || !button || button.disabled) return false
  if (button.dataset['approves'] !== undefined && Date.now() - Number(card.dataset['appeared']) < UNREAD_MS) return true
  button.click()
  return true
}

function step(direction: 1 | -1): boolean {
  const cards = pendingCards()
  if (cards.length === 0) return false
  const current = focusedCard()
  const at = current ? cards.indexOf(current) : -1
  const next = at === -1 ? (direction === 1 ? 0 : cards.length - 1) : (at + direction + cards.length) % cards.length
  const card = cards[next]
  if (card) focusCard(card)
  return true
}

function modified(event: KeyboardEvent): boolean {
  if (event.key === '.') {
    return pressButton(find('[data-call-key][data-running]'), 'stop') || pressButton(find('[data-composer-bar]'), 'stop-answer')
  }
  if (!mayDecide(event.target)) return false
  if (event.key === 'Enter' && event.shiftKey) {
    const bar = document.activeElement?.closest<HTMLElement>('[data-group-bar]')
    return bar ? pressButton(bar, 'execute-all') : false
  }
  const card = focusedCard() ?? pendingCards()[0]
  if (event.key === 'Enter') return pressButton(card, 'primary')
  if (event.key === 'Backspace') return !isTyping(event.target) && pressButton(card, 'reject')
  return false
}

/** Ctrl+Backspace deletes a word in a field that has some. */
const isTyping = (target: EventTarget | null) =>
  (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== ''

function plain(event: KeyboardEvent, letterKeys: boolean): boolean {
  if (event.key === 'F8') return step(event.shiftKey ? -1 : 1)
  const card = focusedCard()
  if (!card || isEditable(event.target) || event.shiftKey) return false
  const onCard = document.activeElement === card
  if ((letterKeys && event.key === 'j') || (onCard && event.key === 'ArrowDown')) return step(1)
  if ((letterKeys && event.key === 'k') || (onCard && event.key === 'ArrowUp')) return step(-1)
  return false
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
