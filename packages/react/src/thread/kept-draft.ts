import { useAui, useAuiState } from '@assistant-ui/react'
import { useEffect, useRef } from 'react'
import { forgetAttachments } from './attached/use-attachments.ts'
import { forgetQueue } from './queue/message-queue.ts'

const keyOf = (threadId: string): string => `parley-draft:${threadId}`

/** With a conversation goes all that was to be said in it: the words, what goes with them, and what was in line. */
export function forgetDraft(threadId: string): void {
  localStorage.removeItem(keyOf(threadId))
  forgetAttachments(threadId)
  forgetQueue(threadId)
}

function keepDraft(threadId: string, text: string): void {
  if (text === '') return localStorage.removeItem(keyOf(threadId))
  try {
    localStorage.setItem(keyOf(threadId), text)
  } catch {
    // A full store costs the draft after a reload, not what stands in the composer.
  }
}

/** What was written and not sent is there again after another conversation, and after a reload. */
export function useKeptDraft(threadId: string): void {
  const aui = useAui()
  const text = useAuiState((s) => s.composer.text)
  const seen = useRef(text)
  useEffect(() => {
    const kept = localStorage.getItem(keyOf(threadId))
    if (kept !== null) aui.composer.setText(kept)
  }, [aui, threadId])
  useEffect(() => {
    // Before the draft is there, nothing was written yet: that is no reason to forget it.
    if (seen.current === text) return
    seen.current = text
    keepDraft(threadId, text)
  }, [threadId, text])
}
