import type { JsonValue, ToolCall, ToolResult } from '@parley/dialects'
import type { Decision, Verdict } from '../approval/verdict.ts'
import type { Effect } from '../tools/tool.ts'
import type { CallRecord, Ending, GateReason, HumanQuestion } from './call-record.ts'

/** Every way a record may change. Each returns undefined where the change is not allowed; the ledger then refuses. */
type Change = CallRecord | undefined

const next = (record: CallRecord, change: Partial<CallRecord>): CallRecord => ({
  ...record,
  ...change,
  version: record.version + 1,
})

/** Takes fields away; spreading `undefined` over them would only hide them. */
function without(record: CallRecord, ...fields: readonly (keyof CallRecord)[]): CallRecord {
  const entries = Object.entries(record).filter(([field]) => !fields.some((gone) => gone === field))
  // Only optional fields are ever named by the callers below.
  return Object.fromEntries(entries) as unknown as CallRecord
}

/** The policy has spoken, and nobody has decided yet. */
export function judge(record: CallRecord, verdict: Verdict, told?: Pick<CallRecord, 'sentence'>): Change {
  if (record.phase !== 'pending' || record.decision) return undefined
  return next(record, { verdict, ...told })
}

export function decide(record: CallRecord, decision: Decision, tab?: string): Change {
  if (record.phase !== 'pending' || record.decision || (record.broken && record.call.name === '')) return undefined
  return next(record, { decision, ...(tab !== undefined && { chosenIn: tab }) })
}

/** A person made a call out of a broken one. */
export function mendBroken(record: CallRecord, call: ToolCall, hash: string): Change {
  if (record.phase !== 'pending' || !record.broken || record.decision) return undefined
  return next(without(record, 'verdict', 'sentence'), { call, hash })
}

export function claim(record: CallRecord, owner: string): Change {
  const allowed = record.decision?.kind === 'allow' || record.decision?.kind === 'edit'
  if (record.phase !== 'pending' || !allowed || hasOpenQuestion(record)) return undefined
  return next(record, { phase: 'claimed', owner })
}

interface Beginning {
  /** What it would touch, as it was judged. */
  readonly effects?: readonly Effect[] | undefined
  /** What the chance of a program grows from. Absent: it is none that can be run again. */
  readonly seed?: number | undefined
  /** It runs on the server of its thread. */
  readonly onServer?: boolean
}

/** The last step before the tool is called. Whoever gets past it runs the call; nobody else can. */
export function start(record: CallRecord, owner: string, now: number, { effects, seed, onServer }: Beginning = {}): Change {
  if (record.phase !== 'claimed' || record.owner !== owner) return undefined
  const attempt = record.attempt + 1
  const replay = seed !== undefined && !record.replay && { replay: { run: attempt, seed, now } }
  const there = onServer && record.onServer === undefined && { onServer: attempt }
  return next(record, { phase: 'running', attempt, startedAt: now, ...(effects && { effects }), ...replay, ...there })
}

export interface Settlement {
  readonly result: ToolResult
  readonly ending: Ending
  readonly now: number
  readonly halts?: boolean
  /** What the tool told of its doings. */
  readonly did?: readonly Effect[]
}

/** A call that ends without having run: refused, rejected, invalid, expired. */
export function settleUnrun(record: CallRecord, settlement: Settlement): Change {
  return record.phase === 'pending' ? settled(record, settlement) : undefined
}

/** A call that ran. Only its owner may say how it ended. */
export function settleRun(record: CallRecord, owner: string, settlement: Settlement): Change {
  return record.phase === 'running' && record.owner === owner ? settled(record, settlement) : undefined
}

function settled(record: CallRecord, { result, ending, now, halts, did }: Settlement): CallRecord {
  const bare = without(record, 'owner', 'interrupted', 'review', 'halts')
  return next(bare, { phase: 'settled', result, ending, endedAt: now, ...(halts && { halts: true }), ...(did && { did }) })
}

/** It ran, and a person looks at the result before the model does. */
export function holdForReview(
  record: CallRecord,
  owner: string,
  { did, ...review }: { result: ToolResult; reasons: readonly GateReason[]; did?: readonly Effect[] | undefined },
): Change {
  if (record.phase !== 'running' || record.owner !== owner) return undefined
  return next(without(record, 'owner'), { review, ...(did && { did }) })
}

export function settleReview(record: CallRecord, settlement: Settlement): Change {
  return record.phase === 'running' && record.review ? settled(record, settlement) : undefined
}

/**
 * The owner is gone. A call it had only claimed never started and goes back; one that waited for its first answer from
 * a person goes back with the question; so does a program that can be run again, and a call that the server keeps. Of any other nobody
 * knows how far it came.
 */
export function orphan(record: CallRecord): Change {
  if (record.owner === undefined) return undefined
  const ownerless = without(record, 'owner')
  if (record.phase === 'claimed') return next(ownerless, { phase: 'pending' })
  if (record.phase !== 'running') return undefined
  const [first] = record.questions
  if (record.replay && record.replay.diverged === undefined) return next(ownerless, { phase: 'pending' })
  if (record.onServer !== undefined) return next(ownerless, { phase: 'pending' })
  if (first && !first.taken && !first.isMidway) return next(ownerless, { phase: 'pending' })
  return next(ownerless, { interrupted: true })
}

const DOINGS = ['effects', 'did'] as const
/** Run again, it asked for something else than before: what it has done by now cannot be told from what it would do. */
export function diverge(record: CallRecord, owner: string, position: number): Change {
  if (record.phase !== 'running' || record.owner !== owner || !record.replay) return undefined
  return next(without(record, 'owner'), { interrupted: true, replay: { ...record.replay, diverged: position } })
}

/** A person wants it once more: an interrupted call, or one that ran or was refused and of which the model has not read. */
export function runAgain(record: CallRecord, decision: Decision, tab?: string): Change {
  const retryable =
    record.interrupted || (record.phase === 'settled' && !record.sentIn && (record.attempt > 0 || record.ending === 'blocked'))
  if (!retryable) return undefined
  const bare = without(record, ...OF_THE_LAST_RUN)
  return next(bare, { phase: 'pending', decision, questions: [], ...(tab !== undefined && { chosenIn: tab }) })
}

const OF_THE_LAST_RUN = [
  'chosenIn',
  'interrupted',
  'result',
  'ending',
  'endedAt',
  'startedAt',
  'halts',
  'review',
  'replay',
  'onServer',
  ...DOINGS,
] as const

export function settleInterrupted(record: CallRecord, settlement: Settlement): Change {
  return record.interrupted ? settled(record, settlement) : undefined
}

/** Takes a rejection back before the model has read it. */
export function reopen(record: CallRecord): Change {
  if (record.phase !== 'settled' || record.sentIn || record.ending !== 'rejected') return undefined
  const bare = without(record, 'decision', 'chosenIn', 'verdict', 'result', 'ending', 'endedAt', 'halts')
  return next(bare, { phase: 'pending' })
}

/** Lets the thread go on although a person had stopped it. */
export function unhalt(record: CallRecord): Change {
  return record.halts ? next(without(record, 'halts'), {}) : undefined
}

export function send(record: CallRecord, toolMessageId: string): Change {
  if (record.phase !== 'settled' || record.sentIn) return undefined
  return next(without(record, 'halts'), { sentIn: toolMessageId })
}

export function hasOpenQuestion(record: CallRecord): boolean {
  const last = record.questions.at(-1)
  return last !== undefined && last.answer === undefined
}

/** The tool asks its `index`th question. The one that was asked before a reload keeps the answer it may have by now. */
export function ask(
  record: CallRecord,
  owner: string,
  index: number,
  question: Pick<HumanQuestion, 'payload' | 'isMidway'>,
): Change {
  if (record.phase !== 'running' || record.owner !== owner) return undefined
  const asked = record.questions[index]
  return next(record, { questions: [...record.questions.slice(0, index), { ...asked, ...question }] })
}

/** A call that runs on the server asks its `index`th question. */
export function askFromServer(record: CallRecord, index: number, payload: JsonValue): Change {
  if (record.phase === 'settled' || record.owner !== undefined || record.questions.length > index) return undefined
  const missing = Array.from({ length: index - record.questions.length }, () => ({ payload: null, answer: null }))
  return next(record, { questions: [...record.questions, ...missing, { payload, isMidway: true }] })
}

export function answer(record: CallRecord, value: JsonValue): Change {
  const last = record.questions.at(-1)
  if (!last || last.answer !== undefined || (record.phase !== 'running' && record.phase !== 'pending')) return undefined
  return next(record, { questions: [...record.questions.slice(0, -1), { ...last, answer: value }] })
}

/** The tool goes on with the answer: from here on, a lost tab means an interrupted call. */
export function take(record: CallRecord, owner: string, index: number): Change {
  const question = record.questions[index]
  if (record.phase !== 'running' || record.owner !== owner || question?.answer === undefined) return undefined
  return next(record, { questions: record.questions.with(index, { ...question, taken: true }) })
}

/** A call from a capsule, wanted once more: it becomes a question, as if the model had just written it. */
export function askAgain(record: CallRecord): Change {
  const again = runAgain(record, { kind: 'allow', hash: record.hash, by: 'person' })
  return again && without(again, ...NOT_OURS)
}

/** What somebody elsewhere was told, chose, or saw. */
const NOT_OURS = ['decision', 'chosenIn', 'verdict', 'sentence', 'imported'] as const

export function asQuestion(record: CallRecord): CallRecord {
  return without({ ...record, phase: 'pending', questions: [] }, ...NOT_OURS)
}

/** Whether nothing happens with a call until a person decides, answers, looks at its result, or says what became of it. */
export function needsPerson(record: CallRecord): boolean {
  if (record.phase === 'settled') return false
  if (record.interrupted || record.review || hasOpenQuestion(record)) return true
  // What a rule allows runs by itself as soon as its turn has come.
  return record.phase === 'pending' && !record.decision && record.verdict?.kind !== 'allow'
}
