import { type AssistantMessage, deniedWords, type Message, wordsResult } from '@parley/dialects'
import type { Decision } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { canonicalJson, changeOne } from '../ledger/ledger.ts'
import { decide, judge, needsPerson, orphan, settleUnrun } from '../ledger/transitions.ts'
import type { Preview } from '../tools/tool.ts'
import { executorFor } from './executors.ts'
import { countRepeats, type JudgeOptions, judgeCall, previewCall } from './judge-call.ts'
import { freshRecords, partOf } from './open-records.ts'
import { blockedWords } from './result-words.ts'
import { type SettleOptions, settleCall } from './settle-call.ts'
import type { TurnEvent } from './turn-event.ts'

export interface SettleAnswerOptions extends JudgeOptions, SettleOptions {
  /** Whether a tab is still there. Absent: there are no others. */
  readonly isThere?: (tab: string) => Promise<boolean>
  /** Asked right before a call that was decided begins: who made it may have gone. Absent: it may. */
  readonly mayRun?: (record: CallRecord) => Promise<boolean>
  /** Calls back when something changed on which a verdict depends, such as the mode. Returns the function that ends it. */
  readonly onNews?: (listener: () => void) => () => void
  /** Decides where no card is drawn. Absent: whoever writes the decision into the ledger. */
  readonly approve?: (record: CallRecord, preview: Preview) => Promise<Decision>
}

export type Settled =
  | { readonly kind: 'settled'; readonly records: readonly CallRecord[] }
  | { readonly kind: 'waiting'; readonly keys: readonly string[] }
  | { readonly kind: 'stopped' }

/**
 * Takes the calls of an answer to their end, one after another in the order written. Begins wherever the ledger says it
 * stands, so it serves a fresh answer and one found after a reload alike. The caller must be the only one at work on
 * the thread: whatever another owner had begun counts as abandoned.
 */
export async function* settleAnswer(
  messages: readonly Message[],
  message: AssistantMessage,
  options: SettleAnswerOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly TurnEvent[], Settled> {
  const { ledger } = options
  const fresh = await freshRecords(message, options.threadId, options.now())
  const keys = fresh.map((record) => record.key)
  await ledger.open(fresh)
  for (const key of keys) await changeOne(ledger, key, orphan)
  yield* changes(await readAll(keys, options))
  const calls = { keys: () => keys, repeats: ({ key }: CallRecord) => countRepeats(messages, partOf(key)) }
  return yield* settleCalls(calls, options, signal)
}

/** Calls that follow one another, of an answer or of a program. */
export interface CallLine {
  /** Asked before each step: a program may have made more of them. */
  readonly keys: () => readonly string[]
  /** How many equal calls came directly before one. */
  readonly repeats: (record: CallRecord) => number
}

/** Takes calls that are in the ledger as far as they get without a person. */
async function* settleCalls(
  line: CallLine,
  options: SettleAnswerOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly TurnEvent[], Settled> {
  for (;;) {
    yield* judgeAll(await readAll(line.keys(), options), line, options)
    const records = await readAll(line.keys(), options)
    const current = records.find((record) => record.phase !== 'settled')
    if (!current) return { kind: 'settled', records }
    if (signal.aborted) return { kind: 'stopped' }
    if (needsPerson(current)) {
      const decided = yield* askApprover(current, options)
      if (!decided) return { kind: 'waiting', keys: records.filter(needsPerson).map((record) => record.key) }
    } else if ((await belongsElsewhere(current, options)) || (await options.mayRun?.(current)) === false) {
      return { kind: 'waiting', keys: [current.key] }
    } else {
      const ran = yield* reporting<TurnEvent, CallRecord | undefined>((report) =>
        settleCall(current.key, withInner(options), report, signal),
      )
      // Refused although it was ours to run: another tab took it, and will finish it.
      if (!ran) return { kind: 'waiting', keys: [current.key] }
    }
  }
}

/** What a program calls goes the same way as what a model calls. */
function withInner(options: SettleAnswerOptions): SettleAnswerOptions {
  if (options.parent !== undefined) return options
  return {
    ...options,
    // Fetched with the first program that calls.
    openInner: async (record, report, signal) => {
      const { openInnerCalls } = await import('./inner-calls.ts')
      return await openInnerCalls({ record, options, report, settle: settleCalls }, signal)
    },
  }
}

/** Somebody pressed the button in another tab, which will run it as soon as it gets the lock. */
async function belongsElsewhere({ chosenIn }: CallRecord, { owner, isThere }: SettleAnswerOptions): Promise<boolean> {
  return chosenIn !== undefined && chosenIn !== owner && isThere !== undefined && (await isThere(chosenIn))
}

async function readAll(keys: readonly string[], { ledger }: SettleAnswerOptions): Promise<readonly CallRecord[]> {
  const records = await Promise.all(keys.map((key) => ledger.read(key)))
  return records.filter((record) => record !== undefined)
}

function* changes(records: readonly CallRecord[]): Generator<readonly TurnEvent[]> {
  if (records.length > 0) yield records.map((record) => ({ type: 'call-change', record }))
}

/** Asks the policy about every call that nobody has decided on, each time anew: an earlier answer may have granted it. */
async function* judgeAll(
  records: readonly CallRecord[],
  { repeats }: CallLine,
  options: SettleAnswerOptions,
): AsyncGenerator<readonly TurnEvent[]> {
  const first = records.find((record) => record.phase !== 'settled')
  for (const record of records) {
    if (record.phase !== 'pending' || record.decision || record.call.name === '') continue
    const judged = await judgeRecord(record, repeats(record), { ...options, mayAllow: record === first })
    if (judged) yield [{ type: 'call-change', record: judged }]
    if (judged?.phase !== 'pending') continue
    const preview = await previewCall(await executorFor(judged, options), record.call)
    const told = await keepSentence(judged, preview, options)
    if (told) yield [{ type: 'call-change', record: told }]
    yield [{ type: 'call-preview', key: record.key, preview }]
  }
}

/** Looking again must not change anything, or two tabs that look would wake each other for ever. */
export async function keepSentence(
  record: CallRecord,
  { sentence }: Preview,
  { ledger }: SettleAnswerOptions,
): Promise<CallRecord | undefined> {
  const { verdict } = record
  if (!verdict || canonicalJson(record.sentence ?? null) === canonicalJson(sentence)) return undefined
  return await changeOne(ledger, record.key, (current) => judge(current, verdict, { sentence }))
}

/** A rule allows a call only when its turn has come: until then a mode may change, and a grant be revoked. */
export async function judgeRecord(
  record: CallRecord,
  repeats: number,
  options: SettleAnswerOptions & { readonly mayAllow: boolean },
): Promise<CallRecord | undefined> {
  const { ledger, now, grants } = options
  const { key, call } = record
  const judgement = await judgeCall(call, repeats, options)
  if (judgement.kind === 'invalid') {
    const { words, problem, isTold } = judgement
    const told = isTold && problem.words && { display: { words: JSON.parse(JSON.stringify(problem.words)) } }
    const result = { ...wordsResult(call, 'error', words), ...told }
    return changeOne(ledger, key, (current) => settleUnrun(current, { result, ending: 'invalid', now: now() }))
  }
  const { verdict } = judgement
  const known = JSON.stringify(record.verdict) === JSON.stringify(verdict)
  const judged = known ? record : await changeOne(ledger, key, (current) => judge(current, verdict))
  if (!judged || verdict.kind === 'ask') return judged
  if (verdict.kind === 'deny') {
    const result = wordsResult(call, 'denied', blockedWords(verdict))
    return changeOne(ledger, key, (current) => settleUnrun(current, { result, ending: 'blocked', now: now() }))
  }
  if (!options.mayAllow) return judged
  if (verdict.grantId !== undefined) await grants.use(verdict.grantId, now())
  return changeOne(ledger, key, (current) => decide(current, { kind: 'allow', hash: current.hash, by: 'rule' }))
}

/** True when the program's own approver has decided; false when a person must. */
async function* askApprover(record: CallRecord, options: SettleAnswerOptions): AsyncGenerator<readonly TurnEvent[], boolean> {
  const { approve, ledger } = options
  if (!approve || record.decision || record.call.name === '' || record.phase !== 'pending') return false
  const decision = await approve(record, await previewCall(await executorFor(record, options), record.call))
  const decided = await changeOne(ledger, record.key, (current) => applyDecision(current, decision, options.now()))
  if (!decided) return false
  yield [{ type: 'call-change', record: decided }]
  return true
}

/** A rejection settles the call at once; anything else lets it run. */
export function applyDecision(record: CallRecord, decision: Decision, now: number, tab?: string): CallRecord | undefined {
  const decided = decide(record, decision, tab)
  if (!decided || decision.kind !== 'reject') return decided
  const result = wordsResult(record.call, 'denied', deniedWords(decision.reason))
  return settleUnrun(decided, { result, ending: 'rejected', now, halts: !decision.resume })
}

/** Carries events from callbacks to one reader. What was pushed while nobody read comes as one batch. */
interface EventChannel<Event> extends AsyncIterable<readonly Event[]> {
  push(event: Event): void
  /** Ends the reading after what was pushed so far. */
  close(): void
}

function createChannel<Event>(): EventChannel<Event> {
  let held: Event[] = []
  let closed = false
  let wake: (() => void) | undefined
  const stir = () => {
    wake?.()
    wake = undefined
  }
  return {
    push(event) {
      if (closed) return
      held.push(event)
      stir()
    },
    close() {
      closed = true
      stir()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (held.length > 0) {
          const batch = held
          held = []
          yield batch
        } else if (closed) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Runs `work` and passes on what it reports, as it reports it. */
async function* reporting<Event, Result>(
  work: (report: (event: Event) => void) => Promise<Result>,
): AsyncGenerator<readonly Event[], Result> {
  const channel = createChannel<Event>()
  const result = work(channel.push).finally(channel.close)
  // Whoever reads the events sees the error below; until then nobody else must.
  result.catch(() => {})
  yield* channel
  return await result
}
