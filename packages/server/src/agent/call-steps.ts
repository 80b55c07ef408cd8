import { interrupt } from '@langchain/langgraph'
import { editedResult, type Message, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import type { PendingCall } from '../chat/chat-event.ts'
import type { ToolProgress } from '../tools/backend-tool.ts'
import { type AgentRun, type Answer, answerKey, type CallTask, type EndedTurn } from './agent-state.ts'
import { type Allowed, type LooseReceipt, receiptOf } from './receipts/receipt.ts'
import { cancelled, rejected } from './words.ts'

/** What a task of the graph adds to its thread. */
export type Change = {
  readonly messages: readonly Message[]
  readonly receipts?: readonly LooseReceipt[]
  readonly ended?: EndedTurn
}

/** The same for every attempt at a call. */
export const idempotencyKey = ({ messageId, call }: CallTask, { threadId }: AgentRun): string =>
  `${threadId}/${messageId}/${call.id}`

/** Does something for a call that can be ended by itself, with the rest of the turn, and with the lease. */
export async function stoppable<Value>(
  callId: string,
  { stops, lease }: AgentRun,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const own = new AbortController()
  stops.set(callId, () => own.abort())
  try {
    return await work(AbortSignal.any([lease.signal, own.signal]))
  } finally {
    stops.delete(callId)
  }
}

/** A tool may tell of its progress as often as it likes; whoever watches reads so often. */
const TOLD_MS = 500

export function progressOf(callId: string, run: AgentRun): (progress: ToolProgress) => void {
  let last = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (performance.now() - last < TOLD_MS) return
    last = performance.now()
    run.emit([{ type: 'call-progress', callId, ...progress }])
  }
}

/** Answers lie in the thread's inbox, so the graph is run again as it is and needs no resume that would be stored twice. */
export function wait(pending: PendingCall, run: AgentRun): Answer {
  const { callId, kind, asks = 0 } = pending
  const told = run.answers.get(callId)
  // Of what was said about the call itself, only its end says something about what it asks back.
  const known = kind === 'input' ? (told?.kind === 'cancel' ? told : run.answers.get(answerKey(callId, { kind, asks }))) : told
  return known ?? interrupt<PendingCall, Answer>(pending)
}

export function settleAnswer(task: CallTask, call: ToolCall, answer: Answer, run: AgentRun): Change {
  switch (answer.kind) {
    case 'result':
      return keep(task, answer.input ? editedResult(answer.result, answer.input) : answer.result, run, BY_PAGE)
    case 'reject':
      return keep(task, rejected(call, answer.reason), run, { ...BY_PERSON, decision: 'reject' })
    case 'cancel':
      return { ...keep(task, cancelled(call), run, { ...BY_PERSON, decision: 'cancel' }), ended: { turnId: task.turnId } }
    case 'approve':
    case 'input':
      return keep(task, wordsResult(call, 'error', 'This server has no such tool any more, so nothing ran.'), run)
    default:
      return answer satisfies never
  }
}

const BY_PAGE: Allowed = { decision: 'result', by: 'page', rule: 'page-tool' }
const BY_PERSON = { by: 'person', rule: 'asked' } as const

/** The result of a call, and its receipt. */
export function keep(task: CallTask, result: ToolResult, run: AgentRun, allowed?: Allowed): Change {
  const { messageId } = task
  run.emit([{ type: 'tool-result', result }])
  return {
    messages: [{ role: 'tool', id: `${messageId}-results`, parts: [result] }],
    receipts: [receiptOf(task, result, run, allowed)],
  }
}
