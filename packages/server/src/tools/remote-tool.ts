import type { JsonObject, Sentence, ToolSpec } from '@parley/dialects'
import type { BackendToolOutput, ToolProgress } from './backend-tool.ts'

/** A tool of somebody else's server, as a person looked at it and switched it on for a thread. */
export interface ChosenTool {
  readonly name: string
  /** Of the definition that was looked at. */
  readonly fingerprint: string
  /** Whether the person believes what its server says of it. Absent: nobody does. */
  readonly isTrusted?: boolean
}

/** A chosen tool that the model is not told of, and why. */
export interface NotOffered {
  readonly name: string
  readonly why: Sentence
}

/** What a tool wants to know in the middle of a call. The words are its server's. */
export interface AskedBack {
  /** What the server wants to see again with the answers. */
  readonly state?: string
  readonly questions: readonly { readonly key: string; readonly question: JsonObject }[]
}

/** One attempt at a call. */
export interface RemoteCall {
  readonly callId: string
  readonly input: JsonObject
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: ToolProgress) => void
  /** What was answered to what the last attempt had asked back. */
  readonly answered?: { readonly state?: string; readonly answers: JsonObject }
}

/**
 * A tool that runs elsewhere, and knows no key under which its effect would happen once: each call asks, is begun once, and may ask
 * something back.
 */
export interface RemoteTool {
  readonly spec: ToolSpec
  readonly fingerprint: string
  /** Why the user is asked. */
  readonly reason: string
  /** What its server says of it. */
  readonly says: { readonly by: string; readonly text: string }
  /** Whether a call that may have run may be made once more. */
  readonly mayRunAgain: boolean
  /** Never throws: a failure is an output. */
  run(call: RemoteCall): Promise<{ readonly output: BackendToolOutput } | { readonly asked: AskedBack }>
}

/** Who knows the tools of others. Asked for every step of a thread, since they change. */
export interface ToolSource {
  /** Never throws: what cannot be offered is named, with the reason. `owner`: whose logins count. */
  offer(chosen: readonly ChosenTool[], owner: string): Promise<Offer>
  /** The names of the servers that have tools. Nothing is started for it. */
  servers(): Promise<readonly string[]>
  /** All that these servers offer now. Never throws: one that cannot be asked is named, with the reason. */
  offerAll(servers: readonly string[], owner: string): Promise<Offer>
}

export interface Offer {
  readonly tools: readonly RemoteTool[]
  readonly notOffered: readonly NotOffered[]
}
