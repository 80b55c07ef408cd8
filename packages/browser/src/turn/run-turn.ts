import type { AssistantMessage, ChatRequest, Message, Respond } from '@parley/dialects'
import type { CallRecord } from '../ledger/call-record.ts'
import { send } from '../ledger/transitions.ts'
import { settledAnswer } from './open-records.ts'
import { requestAnswer } from './request-answer.ts'
import { type SettleAnswerOptions, settleAnswer } from './settle-answer.ts'
import type { TurnEnd, TurnEvent } from './turn-event.ts'

export interface TurnOptions extends SettleAnswerOptions {
  readonly respond: Respond
  readonly newId: () => string
  /** Answers since the user last spoke, after which a person is asked whether to go on. Absent: 25. */
  readonly maxSteps?: number
  /** The same for the time that tools have run, in milliseconds. Absent: five minutes. */
  readonly maxRunMs?: number
}

export const MAX_STEPS = 25
export const MAX_RUN_MS = 300_000

/** The tool message that answers the calls of an answer. One answer has one, whoever writes it. */
export function resultsId(answerId: string): string {
  return `${answerId}.results`
}

/**
 * One turn: answer, run what was called, answer again, until nothing more is called or a person is needed. It begins
 * wherever the messages end: with the calls of an answer that is not settled yet, or by asking for the next answer.
 * It keeps nothing between two runs; the messages and the ledger are the whole state, so a turn that waited for a
 * person is taken up by running it again.
 */
export async function* runTurn(
  request: ChatRequest,
  options: TurnOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly TurnEvent[], TurnEnd> {
  const messages = [...request.messages]
  for (;;) {
    const last = messages.at(-1)
    if (last?.role === 'assistant') {
      const end = yield* answerCalls(messages, last, options, signal)
      if (end) return end
    }
    const { maxSteps = MAX_STEPS, maxRunMs = MAX_RUN_MS, ledger, threadId } = options
    const spent = spentSince(messages, await ledger.ofThread(threadId))
    const limit = limitReached(spent, { maxSteps, maxRunMs })
    if (limit) return { kind: 'question', limit, ...spent }
    if (signal.aborted) return { kind: 'stopped' }
    const asked: ChatRequest = { ...request, messages: [...messages], ...toolsOf(options) }
    const answered = yield* requestAnswer(asked, options, signal)
    if (answered.kind !== 'whole') return { kind: answered.kind }
    if (answered.message) messages.push(answered.message)
  }
}

function toolsOf({ executor }: TurnOptions): Pick<ChatRequest, 'tools'> {
  return executor.specs.length > 0 ? { tools: executor.specs } : {}
}

/** Settles the calls and appends their results. Undefined: the model's turn to speak. */
async function* answerCalls(
  messages: Message[],
  answer: AssistantMessage,
  options: TurnOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly TurnEvent[], TurnEnd | undefined> {
  const settled = yield* settleAnswer(messages, answer, options, signal)
  if (settled.kind !== 'settled') return settled
  const { records } = settled
  if (signal.aborted && records.length > 0) return { kind: 'stopped' }
  if (records.some((record) => record.halts)) return { kind: 'halted' }
  const results = toolMessage(answer.id, records)
  if (!results) return { kind: 'done' }
  messages.splice(-1, 1, settledAnswer(answer, new Map(records.map((record) => [record.key, record]))), results)
  yield [{ type: 'message', message: results }]
  const sent = await options.ledger.change(
    records.map((record) => record.key),
    (current) => allOf(current.map((record) => send(record, results.id))),
  )
  if (!sent) return { kind: 'overtaken' }
  yield sent.map((record) => ({ type: 'call-change', record }))
  return undefined
}

function allOf(records: readonly (CallRecord | undefined)[]): readonly CallRecord[] | undefined {
  const present = records.filter((record) => record !== undefined)
  return present.length === records.length ? present : undefined
}

/** The results of an answer's calls, in the order written. Undefined when there is nothing to tell. */
export function toolMessage(answerId: string, records: readonly CallRecord[]): Extract<Message, { role: 'tool' }> | undefined {
  const parts = records.flatMap((record) => (record.result && record.ending !== 'as-text' ? [record.result] : []))
  return parts.length === 0 ? undefined : { role: 'tool', id: resultsId(answerId), parts }
}

/** What may happen since the user last spoke, before a person is asked whether to go on. */
export interface Budget {
  /** Answers. */
  readonly maxSteps: number
  /** Milliseconds that tools may have run, all together. */
  readonly maxRunMs: number
}

export interface Spent {
  readonly steps: number
  readonly runMs: number
}

/** What was used of it. A tool that waited for a person spent the person's time, which is not counted; of a program that called others, theirs is. */
export function spentSince(messages: readonly Message[], records: readonly CallRecord[]): Spent {
  const lastWord = messages.findLastIndex((message) => message.role === 'user')
  const answers = messages.slice(lastWord + 1).filter((message) => message.role === 'assistant')
  const ids = new Set(answers.map((answer) => answer.id))
  const programs = new Set(records.map(({ parent }) => parent))
  const runMs = records
    .filter(({ key, messageId, questions }) => ids.has(messageId) && questions.length === 0 && !programs.has(key))
    .reduce((sum, { endedAt = 0, startedAt = endedAt }) => sum + Math.max(0, endedAt - startedAt), 0)
  return { steps: answers.length, runMs }
}

/** Which limit was reached first. Undefined: there is something left of both. */
export function limitReached(spent: Spent, budget: Budget): 'steps' | 'time' | undefined {
  if (spent.steps >= budget.maxSteps) return 'steps'
  return spent.runMs >= budget.maxRunMs ? 'time' : undefined
}

/** Each time a person lets it go on, it may go as far again. */
export function raisedBudget({ maxSteps, maxRunMs }: Budget, extraSteps: number): Budget {
  return { maxSteps: maxSteps + extraSteps, maxRunMs: maxRunMs * (1 + extraSteps / maxSteps) }
}
