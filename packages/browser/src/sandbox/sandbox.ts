import type { JsonValue, Wording } from '@parley/dialects'
import type { Shown } from './shown/tell-shown.ts'

/** Runs programs nobody trusts, in a window and a document of their own. */
export interface Sandbox {
  /**
   * Runs one program to its end. What the program does wrong is an outcome; it throws a `FaultError` only when there is
   * no sandbox to run in. Programs run one after another, in the order they were handed in.
   */
  run(program: Program, signal: AbortSignal): Promise<SandboxOutcome>
  /** Prepares an empty world, so that the next program starts at once. Never throws. */
  warmUp(): Promise<void>
  /** Forgets a named session and everything in it. */
  endSession(name: string): void
  /** Removes every frame and worker. A run in progress ends as cancelled. */
  dispose(): void
}

export interface Program {
  readonly code: string
  /** Absent: the defaults. */
  readonly limits?: Partial<Limits>
  /** Keeps top-level names for the next program of the same session. Absent: a fresh world, gone afterwards. */
  readonly session?: string
  /** What the program may reach outside its world. Absent, and always in a session: nothing, for code that an earlier program left there would reach it too. */
  readonly capabilities?: Capabilities
  /** Hears, once, that it has not begun because another program has the sandbox. */
  readonly onWaiting?: () => void
  /** Hears every console line as it is written. */
  readonly onLine?: (line: ConsoleLine) => void
}

export interface Limits {
  /** Milliseconds from the first instruction to the end, without those in which a call of the program is answered. */
  readonly timeoutMs: number
  readonly maxLines: number
  readonly maxLineLength: number
  /** Of all console lines together. */
  readonly maxConsoleLength: number
  readonly maxValueLength: number
}

/** The doors that may be opened in the wall, each by name. The functions run in the page and ask the user's policy themselves. */
export interface Capabilities {
  readonly files?: FilesCapability
  readonly tools?: ToolsCapability
  readonly network?: NetworkCapability
}

/** A rejection's message is read by the program, so it says what was wrong in one sentence. */
export interface FilesCapability {
  read(path: string, signal: AbortSignal): Promise<string>
  write(path: string, text: string, signal: AbortSignal): Promise<void>
  list(path: string, signal: AbortSignal): Promise<readonly { readonly name: string; readonly type: 'file' | 'folder' }[]>
  delete(path: string, signal: AbortSignal): Promise<void>
}

/** What became of a call that a program made. `ok`: `value` is what it gave; else a sentence that says why it gave nothing. */
export interface ToolAnswer {
  readonly ok: boolean
  readonly value: JsonValue
  /** When it ended: what the program's clock says from then on. */
  readonly now: number
}

/** The other tools, for a program. Each call is judged, asked about and kept as if a model had written it. */
export interface ToolsCapability {
  /** What the program's chance grows from, and what its clock says first: the same when it is run again. */
  readonly seed: number
  readonly now: number
  /** Calls are answered in the order made. Never rejects: a refusal is an answer. */
  call(name: string, input: JsonValue): Promise<ToolAnswer>
  /** The tools that have to do with the words, each with the way to call it. */
  search(words: string): Promise<ToolAnswer>
}

export interface NetworkCapability {
  /** The one host, with its port where that is not the usual one: `api.example.com`. Everything else is refused. */
  readonly host: string
  /** Absent: the page's own `fetch`. */
  readonly fetch?: typeof fetch
}

export type ConsoleLevel = 'log' | 'info' | 'warn' | 'error' | 'debug'

export interface ConsoleLine {
  readonly level: ConsoleLevel
  readonly text: string
}

export interface ProgramValue {
  /** What a console would show. Strings stand as they are, without quotes. */
  readonly text: string
  /** The value itself. Absent when it is not plain data, or too much of it. */
  readonly json?: JsonValue
  /** `number`, `string`, `undefined`, `Map`, `HTMLDivElement`, … */
  readonly type: string
  /** Whether `text` shows only the beginning. */
  readonly cut: boolean
}

export interface ProgramError {
  /** `TypeError`, `SyntaxError`, … Empty when something that is not an error was thrown. */
  readonly name: string
  readonly message: string
  /** Counted from 1, in the code as it was handed in. Absent when the error does not come from it. */
  readonly line?: number
  /** Counted from 1. */
  readonly column?: number
  /** The lines around it with a caret under the place. */
  readonly codeFrame?: string
  /** How the program came there, where the language keeps it: from the outermost call on. */
  readonly trace?: string
}

export type StopReason =
  | 'timeout'
  /** The user pressed Stop. */
  | 'cancelled'
  /** The program's process ended, which is what happens when it takes more memory than it is given. */
  | 'memory'
  /** It tried to load another document in its place. */
  | 'navigation'
  /** It took the keyboard from the page. */
  | 'focus'
  /** It spoke to the page past the one channel it has. */
  | 'forgery'

interface Ended {
  readonly lines: readonly ConsoleLine[]
  /** Console lines beyond the limit, which were counted and thrown away. */
  readonly droppedLines: number
  readonly elapsedMs: number
  /** What it showed to the user. Absent: nothing. */
  readonly shown?: Shown
}

export type SandboxOutcome =
  | (Ended & { readonly kind: 'returned'; readonly value: ProgramValue })
  | (Ended & { readonly kind: 'threw'; readonly error: ProgramError })
  /** `message` says what happened and what to do, for a person or a model. */
  | (Ended & { readonly kind: 'stopped'; readonly why: StopReason; readonly message: string; readonly words?: Wording })
