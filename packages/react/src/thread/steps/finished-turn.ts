import type { AnswerMessage, AnswerPart, CallState, KnownCall } from '@parley/browser'
import type { CallCardContext } from '../../call-card/call-actions.tsx'
import { showingOf } from '../../call-card/showing.ts'

/** A turn that is over, from its first answer to its last. */
export interface FinishedTurn {
  /** The id of its first answer. */
  readonly id: string
  readonly answers: readonly AnswerMessage[]
  /** Every call of it, with what its programs called. */
  readonly calls: readonly CallState[]
}

/** What of a finished turn stands behind one line. */
export interface StepsFold {
  /** The places of the parts, by the id of their message. */
  readonly hidden: ReadonlyMap<string, ReadonlySet<number>>
  /** The message whose first hidden part the line stands before. */
  readonly lineIn: string
}

/** Below two, a line would take the place of a line. */
const FEWEST = 2
/** `Now I will read the file.` What is longer was written to be read. */
const LONGEST_REMARK = 200

const WENT_WRONG = new Set<CallState['stage']>(['failed', 'timed-out', 'blocked', 'stopped'])

const isBlank = (part: AnswerPart): boolean => part.type !== 'call' && part.text.trim() === ''
const isCall = (part: AnswerPart): part is Extract<AnswerPart, { type: 'call' }> => part.type === 'call'
const isSettled = (call: CallState): call is KnownCall => call.stage !== 'streaming' && call.record.phase === 'settled'

function isRemark(text: string): boolean {
  const said = text.trim()
  return said.length <= LONGEST_REMARK && !said.includes('\n')
}

type Page = Pick<CallCardContext, 'renders' | 'viewOf'>

const known = new WeakMap<FinishedTurn, { readonly page: Page; readonly fold: StepsFold | undefined }>()

/** What of the turn folds. Absent: nothing does, because it is short, waits for somebody, or does not end in words. */
export function foldOf(turn: FinishedTurn, page: Page): StepsFold | undefined {
  const before = known.get(turn)
  if (before?.page === page) return before.fold
  const fold = newFold(turn, page)
  known.set(turn, { page, fold })
  return fold
}

function newFold({ answers, calls }: FinishedTurn, page: Page): StepsFold | undefined {
  const last = answers.at(-1)
  const end = last?.parts.findLastIndex((part) => part.type === 'text' && !isBlank(part)) ?? -1
  if (last?.progress !== 'whole' || end === -1 || last.parts.slice(end).some(isCall) || !calls.every(isSettled)) return undefined
  const byKey = new Map(calls.map((call) => [call.key, call]))
  const lastStep = answers.findLast(({ parts }) => parts.some(isCall))
  const folds = (answer: AnswerMessage, part: AnswerPart, index: number): boolean => {
    if (part.type === 'reasoning' || isBlank(part)) return true
    if (part.type === 'text') return isRemark(part.text) && !followsWrittenCall(answer, index, byKey)
    const call = byKey.get(part.key)
    return call !== undefined && !staysInSight(call, answer === lastStep, page)
  }
  const hidden = new Map<string, ReadonlySet<number>>()
  for (const answer of answers) {
    const until = answer === last ? end : answer.parts.length
    const parts = answer.parts.flatMap((part, index) => (index < until && folds(answer, part, index) ? index : []))
    if (parts.length > 0) hidden.set(answer.id, new Set(parts))
  }
  const folded = answers.flatMap(({ id, parts }) => parts.filter((part, index) => isCall(part) && hidden.get(id)?.has(index)))
  const lineIn = answers.find(({ id }) => hidden.has(id))?.id
  return folded.length < FEWEST || lineIn === undefined ? undefined : { hidden, lineIn }
}

/** What a model writes behind a call in its own dialect may be a result that it made up, which is marked. */
function followsWrittenCall({ parts }: AnswerMessage, index: number, calls: ReadonlyMap<string, KnownCall>): boolean {
  const before = parts.slice(0, index).findLast(isCall)
  const record = before && calls.get(before.key)?.record
  return (record?.call.dialect ?? record?.broken?.dialect) !== undefined
}

/** What it showed, what the page draws for it, and what went wrong at the end. */
function staysInSight(call: KnownCall, isLastStep: boolean, { renders, viewOf }: Page): boolean {
  if (call.stage === 'as-text' || (isLastStep && WENT_WRONG.has(call.stage)) || showingOf(call)) return true
  return renders?.has(call.record.call.name) === true || (call.stage === 'succeeded' && Boolean(viewOf?.(call)))
}
