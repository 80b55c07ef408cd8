import { editedResult, type JsonValue, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import type { CallRecord, Ending, HumanQuestion } from '../ledger/call-record.ts'
import { changeOne, hashCall, type Ledger, untilRecord } from '../ledger/ledger.ts'
import { ask, claim, holdForReview, settleRun, start, take } from '../ledger/transitions.ts'
import type { Effect, ExecutedResult, Executor, Language } from '../tools/tool.ts'
import type { ResultGate } from './result-gate.ts'
import type { TurnEvent } from './turn-event.ts'

export interface SettleOptions {
  readonly executor: Executor
  readonly ledger: Ledger
  /** One id per tab and load. */
  readonly owner: string
  readonly language: () => Language
  readonly now: () => number
  /** Absent: every result passes. */
  readonly gate?: ResultGate
  /** Ends when the user stops this one call. Absent: only the turn's signal stops it. */
  readonly callSignal?: (key: string) => AbortSignal
  /** Answers `human()` where no form is drawn. Absent: whoever calls `answer` on the ledger. */
  readonly human?: (payload: JsonValue, record: CallRecord) => Promise<JsonValue>
}

/** Runs one decided call, exactly once. Undefined: somebody else has it. */
export async function settleCall(
  key: string,
  options: SettleOptions,
  report: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<CallRecord | undefined> {
  const { ledger, owner, now } = options
  const tell = (record: CallRecord | undefined) => {
    if (record) report({ type: 'call-change', record })
    return record
  }
  if (!tell(await changeOne(ledger, key, (record) => claim(record, owner)))) return undefined
  const running = tell(await changeOne(ledger, key, (record) => start(record, owner, now())))
  if (!running) return undefined

  const own = options.callSignal?.(key)
  const stop = own ? AbortSignal.any([signal, own]) : signal
  const done = new EffectList()
  const { timedOut, ...result } = await execute(running, options, { report, onEffect: (effect) => done.add(effect) }, stop)
  const did = done.list()
  const reasons = result.outcome === 'ok' || result.outcome === 'error' ? (options.gate?.(result) ?? []) : []
  if (reasons.length > 0)
    return tell(await changeOne(ledger, key, (record) => holdForReview(record, owner, { result, reasons, did })))
  const ending = timedOut ? 'timed-out' : endingOf(result, stop)
  const settlement = { result, ending, now: now(), halts: signal.aborted, ...(did && { did }) }
  return tell(await changeOne(ledger, key, (record) => settleRun(record, owner, settlement)))
}

interface Listening {
  readonly report: (event: TurnEvent) => void
  readonly onEffect: (effect: Effect) => void
}

async function execute(
  record: CallRecord,
  options: SettleOptions,
  { report, onEffect }: Listening,
  signal: AbortSignal,
): Promise<ExecutedResult> {
  const call = executedCall(record)
  // What was shown is what runs: the decision names the bytes it was made about.
  if (record.decision?.kind === 'reject' || record.decision?.hash !== (await hashCall(call))) {
    return wordsResult(call, 'error', 'The arguments are not the ones that were approved, so the call was not executed.')
  }
  let asked = 0
  const result = await options.executor.execute(call, {
    callId: record.key,
    language: options.language(),
    onProgress: (line) => report({ type: 'call-progress', key: record.key, line }),
    onEffect,
    human: (payload, { isMidway = false } = {}) =>
      askPerson(
        { key: record.key, index: asked++, question: { payload, ...(isMidway && { isMidway }) } },
        options,
        report,
        signal,
      ),
    signal,
  })
  return record.decision?.kind === 'edit' ? { ...result, ...editedResult(result, call.input) } : result
}

/** The call with the arguments that run: the model's own, or the ones a person put in their place. */
export function executedCall(record: CallRecord): ToolCall {
  if (record.decision?.kind !== 'edit') return record.call
  const { inputText: _text, ...call } = record.call
  return { ...call, input: record.decision.input }
}

interface PersonQuestion {
  readonly key: string
  readonly index: number
  readonly question: Pick<HumanQuestion, 'payload' | 'isMidway'>
}

async function askPerson(
  { key, index, question }: PersonQuestion,
  options: SettleOptions,
  report: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<JsonValue> {
  const { ledger, owner } = options
  const asking = await changeOne(ledger, key, (record) => ask(record, owner, index, question))
  if (!asking) throw new Error('This call is no longer running here.')
  report({ type: 'call-change', record: asking })
  const answered = options.human
    ? await options.human(question.payload, asking)
    : (await untilRecord(ledger, key, (record) => record.questions[index]?.answer !== undefined, signal)).questions[index]?.answer
  const taken = await changeOne(ledger, key, (record) => take(withAnswer(record, index, answered ?? null), owner, index))
  if (!taken) throw new Error('This call is no longer running here.')
  report({ type: 'call-change', record: taken })
  return answered ?? null
}

function withAnswer(record: CallRecord, index: number, answer: JsonValue): CallRecord {
  const question = record.questions[index]
  if (!question || question.answer !== undefined) return record
  return { ...record, questions: record.questions.with(index, { ...question, answer }) }
}

function endingOf(result: ToolResult, signal: AbortSignal): Ending {
  if (result.outcome === 'ok') return 'succeeded'
  if (result.outcome !== 'cancelled') return result.outcome === 'denied' ? 'rejected' : 'failed'
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timed-out' : 'stopped'
}

/** More than anybody reads; a program in a loop must not make the record of its call grow without end. */
const MOST = 500

/** What a running tool did, each thing once, in the order of its doing. */
class EffectList {
  readonly #known = new Map<string, Effect>()

  add(effect: Effect): void {
    const key = JSON.stringify(effect)
    if (this.#known.has(key) || this.#known.size > MOST) return
    // What follows the last one that is kept is not known any more, and said to be so.
    if (this.#known.size === MOST) this.#known.set('unknown', { kind: 'unknown' })
    else this.#known.set(key, effect)
  }

  /** Absent: it told nothing. */
  list(): readonly Effect[] | undefined {
    return this.#known.size === 0 ? undefined : [...this.#known.values()]
  }
}
