import { isUiToolPart } from '@parley/react/ai-sdk'
import type { UIMessage } from 'ai'

const ENDED = new Set(['output-available', 'output-error', 'output-denied'])

const callsOf = (message: UIMessage | undefined) => {
  const parts = message?.role === 'assistant' ? message.parts : []
  return parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1).filter(isUiToolPart)
}

/** A form stands in the thread: what the user would write now would come between it and its answer. */
export function isWaiting(messages: readonly UIMessage[]): boolean {
  return callsOf(messages.at(-1)).some(({ state }) => state === 'input-available')
}

/** It is the model's turn, although nobody is asking it: the page was closed in between, or the answer was stopped. */
export function isUnanswered(messages: readonly UIMessage[]): boolean {
  const last = messages.at(-1)
  const calls = callsOf(last)
  return last?.role === 'user' || (calls.length > 0 && calls.every(({ state }) => ENDED.has(state)))
}
