import { editedResult, type JsonValue, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import { SERVER_SAYS } from '../approval/rules.ts'
import type { CallRecord, Ending, HumanQuestion } from '../ledger/call-record.ts'
import { changeOne, hashCall, type Ledger, untilRecord } from '../ledger/ledger.ts'
import { ask, claim, holdForReview, settleRun, start, take } from '../ledger/transitions.ts'
import type { CallOnServer, Effect, ExecutedResult, Language, ToolsCapability } from '../tools/tool.ts'
import { type Executors, executorFor } from './executors.ts'
import { effectsOf } from './judge-call.ts'
import type { ResultGate } from './result-gate.ts'
import { NO_COPY_WORDS, rehearsedResult } from './result-words.ts'
import type { TurnEvent } from './turn-event.ts'

export interface SettleOptions extends Executors {
  readonly ledger: Ledger
  /** One id per tab and load. */
  readonly owner: string
  readonly language: () => Language
  readonly now: () => number
  /** Absent: every result passes. */
  readonly gate?: ResultGate
  /** Ends when the user stops this one call. Absent: only the turn's signal stops it. */
  readonly callSignal?: (key: string) => AbortSignal
  /** Opens the calls that a program makes. Absent: programs make none. */
  readonly openInner?: (record: CallRecord, report: (event: TurnEvent) => void, signal: AbortSignal) => Promise<ProgramCalls>
  /** Answers `human()` where no form is drawn. Absent: whoever calls `answer` on the ledger. */
  readonly human?: (payload: JsonValue, record: CallRecord) => Promise<JsonValue>
}

/** The calls of one run of a program. */
export interface ProgramCalls extends ToolsCapability {
  /** Ends when the program must not go on. */
  readonly signal: AbortSignal
  /** The program has ended as `result` says: nothing it asked for happens any more. Gives its record when it had to be given up. */
  end(result: ExecutedResult): Promise<CallRecord | undefined>
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
  const running = tell(await changeOne(ledger, key, begun(options)))
  if (!running) return undefined

  const own = options.callSignal?.(key)
  const stop = own ? AbortSignal.any([signal, own]) : signal
  const done = new EffectList()
  const onEffect = (effect: Effect) => done.add(effect)
  const inner = running.replay && (await options.openInner?.(running, report, stop))
  const either = inner ? AbortSignal.any([stop, inner.signal]) : stop
  const executed = await execute(running, options, { report, onEffect, ...(inner && { inner }) }, either)
  const givenUp = await inner?.end(executed)
  if (givenUp) return tell(givenUp)
  const { timedOut, tellsEdit: _told, ...result } = executed
  const did = done.list()
  const reasons = result.outcome === 'ok' || result.outcome === 'error' ? (options.gate?.(result) ?? []) : []
  if (reasons.length > 0)
    return tell(await changeOne(ledger, key, (record) => holdForReview(record, owner, { result, reasons, did })))
  const ending = timedOut ? 'timed-out' : endingOf(result, stop)
  const settlement = { result, ending, now: now(), halts: signal.aborted, ...(did && { did }) }
  return tell(await changeOne(ledger, key, (record) => settleRun(record, owner, settlement)))
}

function begun(options: SettleOptions): (record: CallRecord) => CallRecord | undefined {
  const { owner, now, executor } = options
  const [chance] = crypto.getRandomValues(new Uint32Array(1))
  return (record) => {
    const call = executedCall(record)
    const seed = callsTools(call, options) ? chance : undefined
    const onServer = executor.find(call.name)?.asks !== undefined
    return start(record, owner, now(), { effects: effectsOf(executor, call), seed, onServer })
  }
}

/** Whether it runs a program that may call the other tools. */
function callsTools(call: ToolCall, { executor, openInner }: SettleOptions): boolean {
  const tool = executor.find(call.name)
  const checked = tool?.mayCall && executor.inner && openInner && tool.check(call.input)
  return checked?.kind === 'valid' && tool?.mayCall?.(checked.value) === true
}

interface Listening {
  readonly report: (event: TurnEvent) => void
  readonly onEffect: (effect: Effect) => void
  readonly inner?: ToolsCapability
}

async function execute(
  record: CallRecord,
  options: SettleOptions,
  { report, onEffect, inner }: Listening,
  signal: AbortSignal,
): Promise<ExecutedResult> {
  const call = executedCall(record)
  // What was shown is what runs: the decision names the bytes it was made about.
  if (record.decision?.kind === 'reject' || record.decision?.hash !== (await hashCall(call))) {
    return wordsResult(call, 'error', 'The arguments are not the ones that were approved, so the call was not executed.')
  }
  const executor = await executorFor(record, options)
  if (!executor) return wordsResult(call, 'error', NO_COPY_WORDS)
  let asked = 0
  const onServer = await callOnServer(record, options.ledger)
  const executed = await executor.execute(call, {
    callId: record.key,
    language: options.language(),
    onProgress: (line) => report({ type: 'call-progress', key: record.key, line }),
    onEffect,
    ...(inner && { inner }),
    ...(onServer && { onServer }),
    human: (payload, { isMidway = false } = {}) =>
      askPerson(
        { key: record.key, index: asked++, question: { payload, ...(isMidway && { isMidway }) } },
        options,
        report,
        signal,
      ),
    signal,
  })
  const isOnCopy = record.verdict?.rehearsed && !onlyLooks(effectsOf(executor, call))
  const result = isOnCopy ? rehearsedResult(executed) : executed
  return record.decision?.kind === 'edit' && !executed.tellsEdit ? { ...result, ...editedResult(result, call.input) } : result
}

/** `m#2/1.0` of the program `m#2` is its call `1.0`, there as here; wanted once more by a person, it is another one. */
async function callOnServer(record: CallRecord, ledger: Ledger): Promise<CallOnServer | undefined> {
  const { parent, key, call, decision, verdict, onServer } = record
  const program = parent === undefined || onServer === undefined ? undefined : await ledger.read(parent)
  if (!program || !decision || decision.kind === 'reject') return undefined
  const place = key.slice(program.key.length + 1)
  return {
    program: program.call.id,
    id: onServer === 1 ? place : `${place}.${onServer}`,
    input: call.input,
    ...(decision.kind === 'edit' && { edited: decision.input }),
    ...(decision.by === 'person' && verdict?.rule === SERVER_SAYS && { shown: verdict.reason }),
    isGranted: decision.by === 'rule' && verdict?.grantId !== undefined,
    by: decision.by,
  }
}

const LOOKING: ReadonlySet<Effect['kind']> = new Set(['read-files', 'ask-person', 'remote'])

/** What only looked leaves nothing on the copy of which the model would have to know. */
const onlyLooks = (effects: readonly Effect[] = []): boolean =>
  effects.length > 0 && effects.every(({ kind }) => LOOKING.has(kind))

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
