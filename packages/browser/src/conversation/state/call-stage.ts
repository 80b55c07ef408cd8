import type { CallRecord, Ending } from '../../ledger/call-record.ts'
import { hasOpenQuestion } from '../../ledger/transitions.ts'
import type { CallStage, KnownStage } from './thread-state.ts'

const ENDED: { readonly [End in Ending]: KnownStage } = {
  succeeded: 'succeeded',
  failed: 'failed',
  invalid: 'failed',
  blocked: 'blocked',
  rejected: 'rejected',
  stopped: 'stopped',
  'timed-out': 'timed-out',
  expired: 'expired',
  discarded: 'succeeded',
  resent: 'resent',
  'as-text': 'as-text',
}

/** Where a call stands in a person's eyes. `behind`: an earlier call of the same answer is not settled yet. */
export function stageOf(record: CallRecord, behind: boolean): KnownStage {
  if (record.phase === 'settled') return record.ending ? ENDED[record.ending] : 'failed'
  if (record.interrupted) return 'interrupted'
  if (record.review) return 'review'
  if (hasOpenQuestion(record)) return 'asking'
  if (record.phase !== 'pending') return 'running'
  if (record.broken && record.call.name === '') return 'malformed'
  if (record.decision) return behind ? 'queued' : 'running'
  if (record.verdict?.kind === 'allow') return 'queued'
  return record.verdict ? 'awaiting' : 'judging'
}

/** A call in the words of pages that know only a tool and its form. */
export type ToolState = 'idle' | 'running' | 'requires-action' | 'output-available' | 'error' | 'rejected'

const TOOL_STATES: { readonly [Stage in CallStage]: ToolState } = {
  streaming: 'idle',
  judging: 'idle',
  awaiting: 'idle',
  queued: 'idle',
  running: 'running',
  asking: 'requires-action',
  review: 'output-available',
  succeeded: 'output-available',
  'as-text': 'output-available',
  malformed: 'error',
  resent: 'error',
  failed: 'error',
  stopped: 'error',
  'timed-out': 'error',
  interrupted: 'error',
  blocked: 'rejected',
  rejected: 'rejected',
  expired: 'rejected',
}

export function toolStateOf(stage: CallStage): ToolState {
  return TOOL_STATES[stage]
}

/** Stages in which nothing happens until a person acts. */
export const WAITING_STAGES: ReadonlySet<KnownStage> = new Set(['awaiting', 'asking', 'review', 'interrupted', 'malformed'])
