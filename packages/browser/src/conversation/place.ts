import type { JsonObject, Sentence } from '@parley/dialects'
import type { CallRecord } from '../ledger/call-record.ts'
import type { Executor } from '../tools/tool.ts'
import type { Done } from './conversation-contract.ts'
import type { ThreadState } from './state/thread-state.ts'
import type { ThreadDriver } from './thread-driver.ts'
import type { Said } from './thread-moves.ts'

/** Where a thread lives: in this browser, or on a server. */
export interface Place {
  readonly name: 'browser' | 'server'
  /** Lets an answer follow what was just said. Its caller holds the thread's lock, here and in `settle`. */
  answer(): Promise<void>
  /** Does what needs nobody. */
  settle(): Promise<void>
  /** Ends what is under way in the place itself; what runs in this tab has been ended. */
  stop?(): void
  /** Ends one call that runs in the place itself. Absent: none does. */
  stopCall?(record: CallRecord): Promise<Done>

  /** Carries on with what was left. */
  wake(): void
  /** A change would cut something short. */
  isBusy(): boolean
  /** The thread as a page shows it. Undefined: it is gone, or something newer is shown. `looksAround`: also whether another tab is at work. */
  look(looksAround: boolean): Promise<ThreadState | undefined>
  /** Whether what became of a call is shown by the place itself. */
  hears?(record: CallRecord): boolean

  /** The page's tools, and what the place adds to them. Absent: it adds nothing. */
  equip?(executor: Executor): Executor

  retry(messageId?: string): Promise<Done>
  proceed(words?: string): Promise<Done>
  edit(messageId: string, said: Said): Promise<Done>
  switchTo(messageId: string): Promise<Done>
  /** Runs a call once more whose result the model has read. */
  runTold(record: CallRecord, input?: JsonObject): Promise<Done>
  /** Why a broken call or an answer that was read wrongly is told already. Absent: it is not. */
  readonly tellsAtOnce?: Sentence
  /** Has the beginning summed up where the thread lives. Absent, or undefined: this page does it. */
  summarise?(signal: AbortSignal): Promise<Done | undefined>
  undoSummary?(): Promise<Done | undefined>
  /** Absent: there are no checkpoints. */
  fork?(checkpointId: string): Promise<Done>
}

export type PlaceOf = (driver: ThreadDriver) => Place
