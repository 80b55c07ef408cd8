import { isUiToolPart, type UiToolPart } from './ui-tool-part.ts'

interface UiMessage {
  readonly id: string
  readonly role: string
  readonly parts: readonly { readonly type: string; readonly state?: unknown }[]
}

/** As many answers in a row as a thread of the studio may give before a person is asked. */
const MOST_STEPS = 25

const ENDED = new Set<UiToolPart['state']>(['output-available', 'output-error', 'output-denied', 'approval-responded'])

/**
 * For `sendAutomaticallyWhen`: sends when every call of the last step has its result or its decision, each call once.
 * Asked twice about the same results it says no, and after `maxSteps` answers without a word of the user it stops, so
 * that a model which writes the same unreadable call over and over does not keep the page sending.
 */
export function sendOnce(
  options: { readonly maxSteps?: number } = {},
): (chat: { readonly messages: readonly UiMessage[] }) => boolean {
  const { maxSteps = MOST_STEPS } = options
  const sent = new Set<string>()
  return ({ messages }) => {
    const last = messages.at(-1)
    if (last?.role !== 'assistant' || countSteps(messages) >= maxSteps) return false
    const step = last.parts.slice(last.parts.findLastIndex(({ type }) => type === 'step-start') + 1)
    if (step.some((part) => part.type === 'text' && part.state === 'streaming')) return false
    const calls = step.filter(isUiToolPart).filter(({ providerExecuted }) => providerExecuted !== true)
    if (calls.length === 0 || !calls.every((call) => ENDED.has(call.state))) return false
    const news = calls.map((call) => newsOf(last.id, call)).filter((key) => !sent.has(key))
    for (const key of news) sent.add(key)
    return news.length > 0
  }
}

/** A decision and the result that follows it are two things to tell. */
function newsOf(messageId: string, call: UiToolPart): string {
  return JSON.stringify([messageId, call.toolCallId, call.state === 'approval-responded' ? call.approval?.id : 'result'])
}

function countSteps(messages: readonly UiMessage[]): number {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  return since.flatMap(({ parts }) => parts).filter(({ type }) => type === 'step-start').length
}
