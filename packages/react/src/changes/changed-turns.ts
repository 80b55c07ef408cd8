import type { CallState, Effect, KnownCall, ThreadState, UserMessage } from '@parley/browser'
import type { CallCardContext } from '../call-card/call-actions.tsx'
import { changesFiles, didOf } from '../call-card/effects/effects-line.tsx'
import { effectsOf, inputOf } from '../call-card/subject/call-subject.ts'

type Executor = CallCardContext['executor']

/** A turn whose calls changed files. */
export interface ChangedTurn {
  readonly question: string
  /** The keys of all its calls. */
  readonly calls: readonly string[]
}

const isKnown = (call: CallState): call is KnownCall => call.stage !== 'streaming'
const pathOf = (effect: Effect): readonly string[] => ('path' in effect && changesFiles(effect) ? [effect.path] : [])

/** The files that calls changed, by their own receipts. */
export function changedPaths(executor: Executor, calls: readonly CallState[]): ReadonlySet<string> {
  const did = calls.filter(isKnown).flatMap((call) => didOf(call, effectsOf(executor, call.record.call.name, inputOf(call))))
  return new Set(did.flatMap(pathOf))
}

const wordsOf = ({ parts }: UserMessage): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')

/** The turns of a conversation that changed files, oldest first. */
export function changedTurns(
  executor: Executor,
  { messages, calls }: Pick<ThreadState, 'messages' | 'calls'>,
): readonly ChangedTurn[] {
  // With what their programs called.
  const made = Map.groupBy(calls.values(), ({ messageId }) => messageId)
  const turns: { question: string; calls: CallState[] }[] = []
  for (const message of messages) {
    if (message.role === 'user') turns.push({ question: wordsOf(message), calls: [] })
    else turns.at(-1)?.calls.push(...(made.get(message.id) ?? []))
  }
  return turns
    .filter((turn) => changedPaths(executor, turn.calls).size > 0)
    .map((turn) => ({ question: turn.question, calls: turn.calls.map(({ key }) => key) }))
}
