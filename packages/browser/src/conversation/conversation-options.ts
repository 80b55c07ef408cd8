import type { BrokenCall, ChatRequest, Respond } from '@parley/dialects'
import type { Mode, Policy } from '../approval/verdict.ts'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import type { ThreadRecord } from '../storage/thread-store.ts'
import type { Executor, Language } from '../tools/tool.ts'
import { reportUncaught } from '../turn/report-uncaught.ts'
import type { ResultGate } from '../turn/result-gate.ts'
import { MAX_RUN_MS, MAX_STEPS } from '../turn/run-turn.ts'
import type { AnyDialectReader } from './read-again.ts'

/** What a request says besides the conversation. */
export interface RequestOptions extends Omit<ChatRequest, 'messages' | 'tools' | 'taught'> {
  /** The user's own system prompt. Tools are taught by the server. */
  readonly system?: string
}

export interface ConversationOptions {
  readonly threadId: string
  readonly storage: ThreadStorage
  readonly respond: Respond
  /** Asked anew for every turn, so that toolsets can be switched. */
  readonly executor: () => Executor
  /** The same over a copy of the files, for the mode `rehearse`. Absent: nothing can be rehearsed here. */
  readonly rehearsal?: () => Promise<Executor>
  readonly policy: Policy
  /** Asked anew for every turn, so that the model can be changed in the middle of a thread. */
  readonly request: (thread: ThreadRecord) => RequestOptions | Promise<RequestOptions>
  /** Absent: English. */
  readonly language?: () => Language
  /** Absent: results are never held back. */
  readonly gate?: ResultGate
  /** The mode of a thread that is new. Absent: `ask`. */
  readonly initialMode?: Mode
  /** Answers in a row after which a person is asked whether to go on. Absent: 25. */
  readonly maxSteps?: number
  /** The same for the time that tools have run since the user last spoke, in milliseconds. Absent: five minutes. */
  readonly maxRunMs?: number
  /** One correct call in the dialect of a broken one, for the model to learn from. Absent: none is given. */
  readonly example?: (broken: BrokenCall) => string | undefined | Promise<string | undefined>
  /** Fetches what reads every dialect, once an answer may hold a call that the expected one did not know. Absent: none is looked for. */
  readonly anyDialect?: () => Promise<AnyDialectReader>
  /** Absent: random. */
  readonly newId?: () => string
  /** Absent: the clock. */
  readonly now?: () => number
  /** When streamed text is shown: called with the function that shows it. Absent: about sixty times a second. */
  readonly schedule?: (show: () => void) => void
  /** Hears failures of the store itself, and our own mistakes. Absent: they are reported as uncaught. */
  readonly onError?: (error: unknown) => void
}

/** The options with every default filled in, and a name for this tab. */
export interface ConversationKit
  extends Required<Omit<ConversationOptions, 'gate' | 'example' | 'anyDialect' | 'rehearsal'>>,
    Pick<ConversationOptions, 'gate' | 'example' | 'anyDialect' | 'rehearsal'> {
  /** This tab, this load. */
  readonly owner: string
}

export function withDefaults(options: ConversationOptions): ConversationKit {
  const newId = options.newId ?? (() => crypto.randomUUID())
  return {
    language: () => 'en',
    initialMode: 'ask',
    maxSteps: MAX_STEPS,
    maxRunMs: MAX_RUN_MS,
    now: () => Date.now(),
    schedule: (show) => void setTimeout(show, 16),
    onError: reportUncaught,
    ...options,
    newId,
    owner: newId(),
  }
}
