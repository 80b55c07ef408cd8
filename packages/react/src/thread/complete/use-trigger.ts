import { useEffect, useState } from 'react'
import { type Trigger, triggerAt } from './trigger.ts'

/** What the caret stood behind when something was last typed. */
interface Spot {
  readonly text: string
  readonly caret: number
  readonly trigger: Trigger
  /** Whether the person wants to be left alone with it. */
  readonly dismissed: boolean
}

export const REPLACED = 'insertReplacementText'
/** What came in whole was not typed: nobody who pastes a path looks for a command. */
const NOT_TYPED: ReadonlySet<string> = new Set([REPLACED, 'insertFromPaste', 'insertFromDrop', 'historyUndo', 'historyRedo'])

/** What is being typed into a field and could be completed, and how to leave it alone. */
export function useTrigger(field: HTMLTextAreaElement): readonly [Trigger | undefined, () => void] {
  const [spot, setSpot] = useState<Spot>()
  useEffect(() => watchTyping(field, setSpot), [field])
  const dismiss = () => setSpot((now) => now && { ...now, dismissed: true })
  return [spot?.dismissed ? undefined : spot?.trigger, dismiss]
}

type Change = (before: Spot | undefined) => Spot | undefined

function watchTyping(field: HTMLTextAreaElement, tell: (change: Change) => void): () => void {
  let isComposing = false
  const typed = (event: Event) => {
    isComposing = event instanceof InputEvent && event.isComposing
    // Half a Chinese word is no word yet: what was offered before stays until it is whole.
    if (isComposing) return
    const { value: text, selectionEnd: caret } = field
    const trigger = event instanceof InputEvent && NOT_TYPED.has(event.inputType) ? undefined : triggerAt(text, caret)
    tell(
      (before) => trigger && { text, caret, trigger, dismissed: before?.dismissed === true && isSame(before.trigger, trigger) },
    )
  }
  // The caret went elsewhere, or the message was sent.
  const left = () => {
    const { value: text, selectionEnd: caret } = field
    if (!isComposing) tell((before) => (before?.text === text && before.caret === caret ? before : undefined))
  }
  const end = new AbortController()
  const { signal } = end
  field.addEventListener('input', typed, { signal })
  field.addEventListener('compositionend', typed, { signal })
  field.addEventListener('keyup', left, { signal })
  document.addEventListener('selectionchange', left, { signal })
  field.addEventListener('blur', () => tell(() => undefined), { signal })
  return () => end.abort()
}

const isSame = (one: Trigger, other: Trigger): boolean => one.sign === other.sign && one.start === other.start
