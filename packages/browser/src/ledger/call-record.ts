import type { BrokenCall, JsonValue, Sentence, ToolCall, ToolResult, Wording } from '@parley/dialects'
import type { Decision, Verdict } from '../approval/verdict.ts'
import type { Effect, Preview } from '../tools/tool.ts'
import type { Openings } from './receipts/receipt.ts'

/** `pending`: nobody runs it. `claimed`: one tab has it. `running`: its tool was started. `settled`: it has a result. */
export type CallPhase = 'pending' | 'claimed' | 'running' | 'settled'

/** A question a running tool put to a person with `human()`. */
export interface HumanQuestion {
  readonly payload: JsonValue
  readonly answer?: JsonValue
  /** Something had been done when it was asked: the call cannot begin anew. */
  readonly isMidway?: true
  /** The running tool has received the answer and may have acted upon it. */
  readonly taken?: true
}

/** What a program is given so that it does the same when it is run again from its beginning. */
export interface Replay {
  /** The attempt that began it: what another run has called are other calls. */
  readonly run: number
  /** What its chance grows from. */
  readonly seed: number
  /** What its clock says when it begins, in milliseconds since the epoch. */
  readonly now: number
  /** The place of the call at which it asked for something else than before. Absent: it has always done the same. */
  readonly diverged?: number
}

/** Why a call ended as it did, finer than the result's outcome. */
export type Ending =
  | 'succeeded'
  | 'failed'
  | 'invalid'
  | 'blocked'
  | 'rejected'
  | 'stopped'
  | 'timed-out'
  | 'expired'
  | 'discarded'
  /** A broken call: the model was told what was wrong. */
  | 'resent'
  /** A broken call that was never meant as one. Its result is not sent. */
  | 'as-text'

/** One call of one thread, as the ledger keeps it. The only truth about what ran. */
export interface CallRecord {
  /** `messageId#part`: ids written by models repeat, this one does not. */
  readonly key: string
  readonly threadId: string
  readonly messageId: string
  /** The program that made it, by its key. Absent: a model wrote it. */
  readonly parent?: string
  /** Place among the calls of its message, or of its program's run, from 0. */
  readonly position: number
  /** What the model asked for, frozen. For a broken call, what a person made of it; empty until then. */
  readonly call: ToolCall
  /** What could not be read. Absent for every other call. */
  readonly broken?: BrokenCall
  /** SHA-256 of name and arguments as the model wrote them. */
  readonly hash: string
  readonly phase: CallPhase
  /** Grows by one with every change. */
  readonly version: number
  /** How often it was started. More than one only when a person said "run again". */
  readonly attempt: number
  /** What the policy said last. Absent until it was asked. */
  readonly verdict?: Verdict
  /** Absent while a person has yet to decide. */
  readonly decision?: Decision
  /** The tab in which a person decided. It runs the call, as long as it is there: that is where they look. */
  readonly chosenIn?: string
  /** The tool's sentence about it, kept so that a settled card needs no file. */
  readonly sentence?: string | Sentence
  /** Who has it: one id per tab and load. Absent unless claimed or running. */
  readonly owner?: string
  /** Its owner is gone and nobody knows how far it came. A person chooses what happens. */
  readonly interrupted?: true
  /** All it does is done by the calls it makes, and those are kept: it can be run again. Absent: it cannot. */
  readonly replay?: Replay
  /** The attempt that began it on the server, which keeps it: asked for again, it is the same call. Absent: it runs here. */
  readonly onServer?: number
  readonly questions: readonly HumanQuestion[]
  /** A result that waits for a person before the model may read it, and why. */
  readonly review?: { readonly result: ToolResult; readonly reasons: readonly GateReason[] }
  /** What the model reads. Present exactly when settled. */
  readonly result?: ToolResult
  /** What it would touch, by the arguments it was started with. Absent: it never was, or its tool is not known here. */
  readonly effects?: readonly Effect[]
  /** What it did, as far as the tool told while it ran. Absent: it told nothing. */
  readonly did?: readonly Effect[]
  readonly ending?: Ending
  /** The thread waits for the user before it goes on. */
  readonly halts?: true
  /** The tool message that carried the result, or the program that was answered with it. A result is sent once. */
  readonly sentIn?: string
  /** It came with a capsule. Nobody here has seen it run or decided about it. */
  readonly imported?: true
  readonly createdAt: number
  readonly startedAt?: number
  readonly endedAt?: number
  /** What opens its newest receipt. Written by the ledger alone; absent in records from before there were receipts. */
  readonly commitments?: Openings
}

/** Why a result was held back. */
export type GateReason =
  | { readonly kind: 'large'; readonly characters: number; readonly limit: number }
  | { readonly kind: 'sensitive'; readonly what: string; readonly count: number; readonly words?: Wording }

interface Told {
  readonly record: Pick<CallRecord, 'sentence'>
  readonly preview?: Preview | undefined
}

/** The tool's sentence about a call, as fresh as there is one. */
export function toldSentence({ record, preview }: Told): string | Sentence | undefined {
  return preview?.sentence ?? record.sentence
}
