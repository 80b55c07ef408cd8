import type { CallState, Effect, KnownCall, ToolIcon } from '@parley/browser'
import type { CallCardContext } from '../../call-card/call-actions.tsx'
import type { LateWords } from '../../language/late-words.ts'
import type { FinishedTurn } from './finished-turn.ts'

type Verb = keyof LateWords['steps']['did']
type Undone = keyof LateWords['steps']['undone']

export interface Phrase {
  readonly text: string
  /** Something went wrong: it stands out. */
  readonly isBad: boolean
}

const UNDONE: { readonly [Stage in Undone]: { readonly isBad: boolean } } = {
  failed: { isBad: true },
  'timed-out': { isBad: true },
  blocked: { isBad: true },
  stopped: { isBad: false },
  rejected: { isBad: false },
  expired: { isBad: false },
  resent: { isBad: false },
}

const BY_EFFECT: { readonly [Kind in Effect['kind']]?: ToolIcon } = {
  'run-code': 'code',
  'read-files': 'read',
  'write-files': 'write',
  'delete-files': 'delete',
  'ask-person': 'ask',
}

const isKnown = (call: CallState): call is KnownCall => call.stage !== 'streaming'
const isUndone = (stage: CallState['stage']): stage is Undone => Object.hasOwn(UNDONE, stage)

/** By the face of its tool, or by what it touched where its tool has none or is gone. */
function verbOf({ record }: KnownCall, executor: CallCardContext['executor']): Verb {
  const [first] = record.effects ?? []
  return executor.find(record.call.name)?.face?.icon ?? (first && BY_EFFECT[first.kind]) ?? 'network'
}

/** `Read 2`, `ran 1`, `failed 1`: what was done by its verb, and what was not by its reason, also inside of programs. */
export function stepPhrases(turn: FinishedTurn, executor: CallCardContext['executor'], words: LateWords): readonly Phrase[] {
  const calls = turn.calls.filter(isKnown)
  const done = calls.filter(({ stage, record }) => stage === 'succeeded' && record.parent === undefined)
  const verbs = Map.groupBy(done, (call) => verbOf(call, executor))
  const reasons = Map.groupBy(calls.map(({ stage }) => stage).filter(isUndone), (stage) => stage)
  const phrases = [
    ...[...verbs].map(([verb, { length }]) => ({ text: words.steps.did[verb]({ count: length }), isBad: false })),
    ...[...reasons].map(([stage, { length }]) => ({ text: words.steps.undone[stage]({ count: length }), ...UNDONE[stage] })),
  ]
  const [first, ...others] = phrases
  return first ? [{ ...first, text: capitalised(first.text) }, ...others] : []
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** How long at least one of its calls was running. Undefined: none ever was. */
export function runTime(turn: FinishedTurn): number | undefined {
  const spans = turn.calls
    .filter(isKnown)
    .flatMap(({ record: { startedAt, endedAt } }) =>
      startedAt === undefined || endedAt === undefined ? [] : [{ startedAt, endedAt }],
    )
    .toSorted((one, other) => one.startedAt - other.startedAt)
  let [sum, until] = [0, Number.NEGATIVE_INFINITY]
  for (const { startedAt, endedAt } of spans) {
    sum += Math.max(0, endedAt - Math.max(startedAt, until))
    until = Math.max(until, endedAt)
  }
  return spans.length === 0 ? undefined : sum
}
