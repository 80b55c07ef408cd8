import type { EndReason, Fault, Message, StreamEvent, Usage, Wording } from '@parley/dialects'
import type { CallRecord } from '../ledger/call-record.ts'
import type { Preview } from '../tools/tool.ts'
import type { Spent } from './run-turn.ts'

/** A line a running tool wants shown at once. */
export interface ProgressLine {
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'debug'
  readonly text: string
  /** For a line of our own: its words in other languages. */
  readonly words?: Wording
}

/**
 * What happens in a turn, in order. Stream events belong to the answer that the last `message-start` opened; its
 * `messageId` is ours and unique, whatever the vendor calls it.
 */
export type TurnEvent =
  | StreamEvent
  /** A message is complete and belongs to the conversation. Keep it before asking for the next event. */
  | { readonly type: 'message'; readonly message: Message; readonly notes?: AnswerNotes }
  /** A call has a new record. The whole record, because the ledger is the truth. */
  | { readonly type: 'call-change'; readonly record: CallRecord }
  /** What a person sees before deciding; worked out anew after a reload. */
  | { readonly type: 'call-preview'; readonly key: string; readonly preview: Preview }
  | { readonly type: 'call-progress'; readonly key: string; readonly line: ProgressLine }

/** What is known about an answer besides its words. */
export interface AnswerNotes {
  readonly model: string
  readonly reason?: EndReason
  readonly usage?: Usage
  readonly fault?: Fault
  /** It broke off; none of its calls may run. */
  readonly cut?: true
}

/** Why a turn ended. */
export type TurnEnd =
  /** The model had nothing more to call. */
  | { readonly kind: 'done' }
  /** These calls wait for a person: for a decision, an answer, or a look at the result. */
  | { readonly kind: 'waiting'; readonly keys: readonly string[] }
  /** A person rejected or stopped something: the next word is theirs. */
  | { readonly kind: 'halted' }
  /** A budget is used up. A person says whether to go on. */
  | ({ readonly kind: 'question'; readonly limit: 'steps' | 'time' } & Spent)
  /** The stream failed, before or during an answer; the fault was also yielded. */
  | { readonly kind: 'faulted' }
  | { readonly kind: 'stopped' }
  /** Another tab has sent these results already. */
  | { readonly kind: 'overtaken' }
