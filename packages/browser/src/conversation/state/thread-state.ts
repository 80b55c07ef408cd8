import type { EndReason, Fault, FilePart, Summary, TextPart, Usage } from '@parley/dialects'
import type { Mode } from '../../approval/verdict.ts'
import type { CallRecord } from '../../ledger/call-record.ts'
import type { Preview } from '../../tools/tool.ts'
import type { Spent } from '../../turn/run-turn.ts'
import type { ProgressLine } from '../../turn/turn-event.ts'
import type { PartialInput } from './partial-input.ts'
import type { ServerSide } from './server-side.ts'

/** One thread as a page shows it: the chosen branch, from the first message to the last. Immutable; compare by identity. */
export interface ThreadState {
  readonly id: string
  readonly title: string
  readonly mode: Mode
  /** What was done on a copy of the files waits to be kept or let go. */
  readonly rehearses?: true
  /** What a model is told instead of the first messages, and which these are. Absent: it is told everything. */
  readonly summary?: Summary & { readonly hidden: readonly string[] }
  readonly messages: readonly ThreadMessage[]
  /** Every call of the messages above, by key, and every call that their programs made. */
  readonly calls: ReadonlyMap<string, CallState>
  readonly status: ThreadStatus
  /** Absent: the thread lives in this browser. */
  readonly server?: ServerSide
}

export type ThreadStatus =
  | { readonly kind: 'idle' }
  /** An answer is being streamed. */
  | { readonly kind: 'answering' }
  /** A tool is running. */
  | { readonly kind: 'running'; readonly keys: readonly string[] }
  /** Calls wait for a person, in this order. */
  | { readonly kind: 'waiting'; readonly keys: readonly string[] }
  /** A budget is used up: `proceed()` or `send()`. */
  | ({ readonly kind: 'question'; readonly limit: 'steps' | 'time' } & Spent)
  /** The last message has no whole answer: after a fault, a stop or a reload. `retry()` asks again. */
  | { readonly kind: 'unanswered'; readonly fault?: Fault }
  /** Another tab is at work on this thread. */
  | { readonly kind: 'elsewhere' }

/** Where a message stands among the alternatives that share its parent. `ids` are in order of creation. */
export interface Branch {
  readonly index: number
  readonly ids: readonly string[]
}

export type ThreadMessage = UserMessage | AnswerMessage

export interface UserMessage {
  readonly role: 'user'
  readonly id: string
  readonly createdAt: number
  readonly branch: Branch
  readonly parts: readonly (TextPart | FilePart)[]
}

export interface AnswerMessage {
  readonly role: 'assistant'
  readonly id: string
  readonly createdAt: number
  readonly branch: Branch
  readonly model: string
  readonly parts: readonly AnswerPart[]
  /** `cut`: it broke off. What arrived is shown; no call in it runs. */
  readonly progress: 'streaming' | 'whole' | 'cut'
  readonly reason?: EndReason
  readonly usage?: Usage
  readonly fault?: Fault
}

/** What an answer is made of. Text grows while `open`; everything about a call is in `ThreadState.calls`. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly open?: true }
  | { readonly type: 'reasoning'; readonly text: string; readonly open?: true }
  | { readonly type: 'call'; readonly key: string }

/** The life of a call as a card shows it. */
export type CallStage = 'streaming' | KnownStage

export type KnownStage =
  /** Read, and the policy is being asked. */
  | 'judging'
  /** It could not be read: `resendCall`, `editBroken`, `treatAsText`, or `takeOffer` when `record.broken.offer` is there. */
  | 'malformed'
  | 'resent'
  | 'as-text'
  | 'awaiting'
  | 'queued'
  | 'running'
  | 'asking'
  | 'review'
  | 'interrupted'
  | 'succeeded'
  | 'failed'
  | 'blocked'
  | 'rejected'
  | 'stopped'
  | 'timed-out'
  | 'expired'

export type CallState = StreamingCall | KnownCall

/** The model is still writing it. */
export interface StreamingCall {
  readonly stage: 'streaming'
  readonly key: string
  readonly messageId: string
  readonly callId: string
  /** Absent until the name is known. */
  readonly name?: string
  /** The arguments so far, decoded as they come. */
  readonly input: PartialInput
}

/** It is complete, and the ledger has it. */
export interface KnownCall {
  readonly stage: KnownStage
  readonly key: string
  readonly messageId: string
  readonly record: CallRecord
  /** Among the calls of the same answer, or of the same program: `Call 2 of 3`. */
  readonly place: { readonly index: number; readonly count: number }
  /** Absent while it is being worked out, and once the call is settled. */
  readonly preview?: Preview
  /** What the running tool printed, newest last, capped. */
  readonly progress: readonly ProgressLine[]
}
