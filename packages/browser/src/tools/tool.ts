import type {
  FilePart,
  JsonObject,
  JsonValue,
  Sentence,
  TextPart,
  ToolCall,
  ToolResult,
  ToolSpec,
  Wording,
} from '@parley/dialects'
import type { FileSystem } from '../files/file-system.ts'
import type { ToolsCapability } from '../sandbox/sandbox.ts'

export type { ToolAnswer, ToolsCapability } from '../sandbox/sandbox.ts'

/**
 * What one call would touch, worked out from its actual arguments. The policy reads this; a tool's name says nothing
 * about its power, and the model is never asked.
 */
export type Effect =
  | { readonly kind: 'run-code' }
  | { readonly kind: 'read-files'; readonly path: string }
  | { readonly kind: 'write-files'; readonly path: string }
  /** `whole`: with everything below it. */
  | { readonly kind: 'delete-files'; readonly path: string; readonly whole?: true }
  | { readonly kind: 'network'; readonly host: string }
  /** What a server elsewhere says that a tool of its own does. Used only where a person believes that server. */
  | { readonly kind: 'remote'; readonly server: string; readonly does: 'read' | 'write' | 'destroy' }
  | OwnEffect
  /** Asks a person for something inside the call. */
  | { readonly kind: 'ask-person' }
  /** Nobody said what it does, so it may do anything. */
  | { readonly kind: 'unknown' }

/** Something that only the page knows of: a mail, an order, a lamp. Its words are the page's own and shown as they are. */
export interface OwnEffect {
  readonly kind: 'own'
  /** Which effect it is, for rules and grants: `send-mail`. */
  readonly name: string
  /** Who or what it is done to: `anna@example.com`. A grant holds for this one alone. Absent: a grant holds for all. */
  readonly target?: string
  /** Only what is read may run without a question, where the mode lets reading run. */
  readonly does: 'read' | 'write' | 'destroy'
  /** What happens, small and without a full stop: `sends a mail to anna@example.com`. */
  readonly says: string | Sentence
  /** What has happened: `sent a mail to anna@example.com`. Absent: the receipt does not name it. */
  readonly done?: string | Sentence
}

/** A small picture for a tool, drawn by whoever shows it. */
export type ToolIcon = 'code' | 'read' | 'list' | 'search' | 'write' | 'edit' | 'delete' | 'move' | 'network' | 'ask'

/** How a tool is shown to a person: a picture and a verb instead of the name that models use. */
export interface ToolFace {
  readonly icon: ToolIcon
  /** `Run JavaScript`, `Read file`. */
  readonly title: string | Sentence
  /** What its arguments mean, where that has words in other languages. Absent: the schema's description is shown. */
  readonly fields?: { readonly [Argument: string]: Sentence }
}

/** A language by its tag: `en`, `zh`, `de`. */
export type Language = string

/** What a person sees before deciding. Written by the tool, never by the model. */
export interface Preview {
  /** One plain sentence: `Overwrite /notes/plan.md (+12 −3)`. */
  readonly sentence: string | Sentence
  /** The word on the button that lets it happen: `Move`. Absent: worked out from the effects. */
  readonly verb?: string | Sentence
  /** Of what it may touch, what can be read off its arguments already. Never a promise that there is no more. */
  readonly mentions?: readonly Effect[]
  /** What somebody else says of the tool, in their words: shown as text, under their name, and believed by nobody. */
  readonly says?: { readonly by: string; readonly text: string }
  /** How the main argument is best shown. Absent: as a table of arguments. */
  readonly view?:
    | { readonly kind: 'code'; readonly language: string; readonly text: string }
    | { readonly kind: 'diff'; readonly path: string; readonly before: string | undefined; readonly after: string }
}

export interface ToolContext {
  /** Names this call and no other, in every thread; ids written by models repeat. */
  readonly callId: string
  readonly language: Language
  /** Lines a running tool wants shown at once. */
  readonly onProgress: (line: {
    readonly level: 'log' | 'info' | 'warn' | 'error' | 'debug'
    readonly text: string
    readonly words?: Wording
  }) => void
  /** Hears what a tool did whose effects are known only when it runs. It is kept with the call, for the person. */
  readonly onEffect?: (effect: Effect) => void
  /**
   * Pauses the tool until a person answers the form drawn for `payload`. `isMidway`: something has been done by then, so a page that is lost
   * meanwhile must not begin anew.
   */
  readonly human: (payload: JsonValue, more?: { readonly isMidway?: boolean }) => Promise<JsonValue>
  /** Absent: this call calls no others. */
  readonly inner?: ToolsCapability
  /** Of a call that a program makes and the server runs. Absent: it is none. */
  readonly onServer?: CallOnServer
  /** The files of the page. Absent where it keeps none. */
  readonly files?: FileSystem
  readonly signal: AbortSignal
}

/** What the server of the thread is told of a call that a program makes. */
export interface CallOnServer {
  /** The call of the thread that runs the program. */
  readonly program: string
  /** Which of the program's calls it is. Asked for again under it, it is the same call. */
  readonly id: string
  /** As the program wrote it. */
  readonly input: JsonObject
  /** What a person made of the arguments. Absent: nothing. */
  readonly edited?: JsonObject
  /** Why the server asks, as the person who decided was shown it. Absent: nobody was. */
  readonly shown?: string
  /** A person allowed it for the rest of the program. */
  readonly isGranted: boolean
  readonly by: 'person' | 'rule'
}

/** What the server says of a call of its own tool. */
export type ServerWord =
  /** `asks`: why a person must be asked first. Absent: nobody need be. */
  | { readonly kind: 'judged'; readonly asks?: string }
  /** It cannot be asked now. */
  | { readonly kind: 'away' }

/** What a tool hands back. A tool that cannot do its work returns `outcome: 'error'` and says why; it may also throw. */
export interface ToolOutput {
  /** `cancelled`: ended by its signal. Absent: `ok`. */
  readonly outcome?: 'ok' | 'error' | 'cancelled'
  readonly content: string | readonly (TextPart | FilePart)[]
  readonly data?: JsonValue
  readonly display?: JsonValue
  /** It gave up because of a time limit of its own. */
  readonly timedOut?: true
  /** It tells itself where it ran with other arguments than the model's. */
  readonly tellsEdit?: true
}

export type Checked<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  /** `problem` is a sentence a model can act on: which argument, what was wrong, what is expected. */
  | { readonly kind: 'invalid'; readonly problem: string; readonly words?: Wording }

export const problemIn = ({ problem, words }: Extract<Checked<unknown>, { kind: 'invalid' }>): Sentence => ({
  message: problem,
  ...(words && { words }),
})

export interface Tool {
  readonly spec: ToolSpec
  /** The same tool where its programs may call the other ones. Absent: it runs no programs. */
  readonly program?: Tool
  /** Whether the program of this call may: all that it can do besides is to compute, so that it can be run again. */
  mayCall?(input: JsonObject): boolean
  /** Who offers it, and all it says of itself beside `spec`: grants are bound to this, too. Absent: the page itself. */
  readonly identity?: string
  /** The name of the toolset it is switched on and off with. */
  readonly toolset?: string
  /** Absent: shown by what it touches, under its own name. */
  readonly face?: ToolFace
  /** What the server that offers it draws of a result. Absent: nothing. */
  readonly view?: { readonly server: string; readonly uri: string }
  /** Our server can run it as well, and does so in a thread that lives there: the definition that was looked at. Absent: only the page can. */
  readonly onServer?: { readonly fingerprint: string; readonly isTrusted?: boolean }
  /** What the server of the thread says of a call, which runs there. Never rejects. Absent: it runs here. */
  asks?(input: JsonObject): Promise<ServerWord>
  /** Validates and fills in defaults. Everything below is only ever called with what this returned. */
  check(input: JsonObject): Checked<JsonObject>
  effects(input: JsonObject): readonly Effect[]
  preview(input: JsonObject): Promise<Preview>
  run(input: JsonObject, context: ToolContext): Promise<ToolOutput>
}

/** A result, and what only the page wants to know about it. */
export interface ExecutedResult extends ToolResult {
  readonly timedOut?: true
  readonly tellsEdit?: true
}

/** Runs a call to its end. Never throws: a failure is a result with another outcome. */
export interface Executor {
  /** What a model is told of. Read before each answer: a call may have made it more. */
  readonly specs: readonly ToolSpec[]
  find(name: string): Tool | undefined
  /** What a model does about a name that is not found. Absent, or nothing: it is told the names that there are. */
  whyNot?(name: string): Sentence | undefined
  execute(call: ToolCall, context: ToolContext): Promise<ExecutedResult>
  /** What programs may call. Absent: nothing. */
  readonly inner?: Executor
  /** The same, whose programs may call these tools as well. Absent: programs call nothing. */
  readonly withInner?: (tools: readonly Tool[]) => Executor
  /** All tools, also those that a model would have to find first. Absent: these are all. */
  readonly whole?: Executor
}

/** For who knows no search: a thread on the server, and a person who decides about a call. */
export const wholeOf = (executor: Executor): Executor => executor.whole ?? executor
