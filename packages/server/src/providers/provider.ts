import type { AnswerShape, ChatRequest, Dialect, Respond, Sentence } from '@parley/dialects'
import type { WireFormat } from '@parley/dialects/wire'

export interface ModelInfo {
  /** What the provider itself calls the model. */
  readonly id: string
  readonly label?: string | Sentence
  /** Whether the model takes tools natively. Absent: nobody said. */
  readonly native?: boolean
  /** The dialect it is known to speak. Absent: nobody said. */
  readonly dialect?: string
  /** The dialect that it alone speaks, as the configuration or its own files say. Absent: it speaks one that is known. */
  readonly speaks?: Dialect
  /** How `speaks` writes calls, as data: what a card of the doctor needs to be read elsewhere. Absent: only its code says it. */
  readonly shape?: unknown
  /** Where `native` and `dialect` come from, as half a sentence a person can check. */
  readonly reason?: string | Sentence
  /** Whether it thinks aloud before it answers. Absent: its name tells. */
  readonly reasoning?: boolean
  /** Whether its prompt opens the thought, so that an answer begins inside of it. Absent: nobody said. */
  readonly startsInReasoning?: boolean
  /** How much it reads at once, in tokens. Absent: nobody said. */
  readonly contextTokens?: number
  /** Whether it sees pictures. Absent: nobody said. */
  readonly sees?: boolean
  /** The configuration says how it is spoken to: nothing that was measured outweighs that. */
  readonly settled?: true
  /** A script, not a model. Shown with that label wherever it appears. */
  readonly demo?: true
  /** Can be asked for by name, but is not listed. */
  readonly hidden?: true
}

/** A responder with a name and a list of models. Built-in and third-party providers come through this same door. */
export interface Provider {
  readonly id: string
  readonly label: string
  readonly respond: Respond
  /** The same, asked for as one document. Absent: its server only streams. */
  readonly whole?: Respond
  /** The text that the model alone writes behind the prompt, without what its server makes of it. Absent: its server does not say. */
  readonly raw?: Respond
  /** What kind of server it is, as the configuration names it. Absent: it was made in code. */
  readonly kind?: string
  /** The id of the wire format that its server speaks: what a request says beyond our words can be passed on in the same one. Absent: in none. */
  readonly format?: string
  /** Whether its server can be told that answers must have this shape. Absent: it cannot. */
  readonly takesShape?: (shape: AnswerShape) => boolean
  /** Whether its server holds models of any kind to what it is told, token by token. Absent: nobody knows. */
  readonly constrains?: () => boolean
  /** Whether this very request is held so. Absent: it never is. */
  readonly holds?: (request: ChatRequest) => boolean
  /** Which of these settings its server cannot be told. Absent: none are known. */
  readonly leavesOut?: WireFormat['leavesOut']
  /** What its server is told of what clients of other formats say. Absent: nothing. */
  readonly shares?: WireFormat['shares']
  /** How many tokens its model would read, as its server counts them; `undefined` when that server does not count. Absent: it never does. */
  countTokens?(request: ChatRequest, signal: AbortSignal): Promise<number | undefined>
  /** Hands a request on to another door of its server. Absent: there is none, or none that speaks like ours. */
  passOn?(request: HandedOn): Promise<HandedBack>
  /** Nobody knows whether its models take tools: each is asked once. Absent: they are not asked. */
  readonly asked?: true
  /** Its list costs nothing and changes by what people do here: it is never kept. Absent: it is kept for a while. */
  readonly changing?: true
  /** Throws a fault when the provider cannot be reached. */
  models(signal: AbortSignal): Promise<readonly ModelInfo[]>
}

/** What is handed on as it came, but for the name of the model. */
export interface HandedOn {
  /** Behind the address of the provider, with a slash in front. */
  readonly path: string
  readonly type: string
  readonly accept: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
}

export interface HandedBack {
  readonly type: string
  readonly body: ByteReader
}

/**
 * The part of the platform's `fetch` that providers use, so that a test, a script or a faster socket can stand in for it. An error with `isFresh`
 * in it is of a connection that was made for this request.
 */
export type Fetch = (url: string, init: RequestInit) => Promise<UpstreamAnswer>

/** The part of a `Response` that providers read. */
export interface UpstreamAnswer {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: { getReader(): ByteReader } | null
  json(): Promise<unknown>
}

export interface ByteReader {
  /** Rejects when the connection broke. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

export interface Patience {
  /** Milliseconds until the first sign of an answer. */
  readonly first: number
  /** Milliseconds between two signs of it. */
  readonly next: number
}

/** What a provider is given besides its own configuration. */
export interface ProviderParts {
  readonly fetch: Fetch
  readonly patience: Patience
  readonly newId: () => string
}

/** What a kind's factory gets: everything settled. */
export interface ProviderSettings extends ProviderParts {
  readonly id: string
  readonly label: string
  readonly url: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly models: readonly ModelInfo[]
  /** Holds for models that the provider lists itself. */
  readonly speech: Pick<ModelInfo, 'native' | 'dialect' | 'reason' | 'settled'>
}
