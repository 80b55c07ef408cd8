import type { Conversation, ThreadState } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useSyncExternalStore } from 'react'
import { refusalSentence } from '../language/sentences.ts'

/** Nothing is under way. Also where a question had no answer: perhaps because there is no room left for one. */
export const MAY_SUM_UP: ReadonlySet<ThreadState['status']['kind']> = new Set(['idle', 'unanswered'])

/** What is under way in a conversation, wherever on the page it was begun. */
interface Making {
  readonly stop?: AbortController
  readonly problem?: Sentence
}

const NOTHING: Making = {}
const makings = new Map<string, Making>()
const listeners = new Set<() => void>()

const set = (threadId: string, making: Making) => {
  makings.set(threadId, making)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSummarising(conversation: Conversation) {
  const { id } = conversation
  const { stop, problem } = useSyncExternalStore(subscribe, () => makings.get(id) ?? NOTHING)
  const make = async () => {
    const controller = new AbortController()
    set(id, { stop: controller })
    const done = await conversation.summarise(controller.signal)
    set(id, done.ok || controller.signal.aborted ? NOTHING : { problem: refusalSentence(done) })
  }
  return {
    isMaking: stop !== undefined,
    problem,
    make: () => void make(),
    stop: () => stop?.abort(),
    forget: () => set(id, NOTHING),
  }
}
