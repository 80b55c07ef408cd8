import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isEditable } from '../../keys/is-editable.ts'
import { useCallCard } from '../call-actions.tsx'

/** Single letters that work while the card around `inside` has the focus, and nowhere else. */
export function useCardLetters(inside: RefObject<HTMLElement | null>, letters: Readonly<Record<string, () => void>>): void {
  const { letterKeys } = useCallCard()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isEditable(event.target)) return
    const action = Object.hasOwn(letters, event.key.toLowerCase()) ? letters[event.key.toLowerCase()] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const card = inside.current?.closest<HTMLElement>('[data-call-key]')
    if (!card || !letterKeys) return
    const listen = (event: KeyboardEvent) => pressed(event)
    card.addEventListener('keydown', listen)
    return () => card.removeEventListener('keydown', listen)
  }, [inside, letterKeys])
}
