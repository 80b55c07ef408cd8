import type { Conversation, ThreadState } from '@parley/browser'
import { useEffect } from 'react'
import { readSought, type Sought } from '../../studio/thread-address.ts'
import { rangesOf } from './find-words.ts'

interface JumpToMessageProps {
  /** Changes with every jump. */
  readonly address: string
  readonly conversation: Conversation
  readonly state: ThreadState
}

/** Shows the message that the address names, on whichever branch it is, and marks what was looked for. */
export default function JumpToMessage({ address, conversation, state }: JumpToMessageProps) {
  const message = readSought(address)?.message
  const isShown = state.messages.some(({ id }) => id === message)
  useEffect(() => {
    if (message !== undefined && !isShown) void conversation.switchTo(message)
  }, [conversation, message, isShown])
  useEffect(() => {
    const sought = readSought(address)
    return sought && isShown ? showMessage(sought) : undefined
  }, [address, isShown])
  return null
}

/** What is drawn comes in pieces, and the thread goes to its end by itself first. */
const LOOKS_MS = [0, 50, 120, 250, 500, 900, 1500]
const HIGHLIGHT = 'parley-sought'

/** Returns the function that takes the marks away. */
function showMessage({ message, words }: Sought): () => void {
  const left = new AbortController()
  const { signal } = left
  // Whoever moves the page themselves is not pulled back.
  let isMoved = false
  for (const event of ['wheel', 'pointerdown', 'touchmove', 'keydown'])
    addEventListener(event, () => (isMoved = true), { signal, passive: true, capture: true })
  const look = () => {
    const element = document.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(message)}"]`)
    if (!element) return
    element.dataset['sought'] = ''
    const ranges = rangesOf(element, words)
    mark(ranges)
    if (!isMoved) (ranges[0]?.startContainer.parentElement ?? element).scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  const timers = LOOKS_MS.map((ms) => setTimeout(look, ms))
  return () => {
    left.abort()
    for (const timer of timers) clearTimeout(timer)
    mark([])
    for (const element of document.querySelectorAll<HTMLElement>('[data-sought]')) delete element.dataset['sought']
  }
}

/** Without changing what is drawn. Where a browser cannot, the message alone is marked. */
function mark(ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) CSS.highlights.delete(HIGHLIGHT)
  else CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}
