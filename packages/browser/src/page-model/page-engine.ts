import type { GgufMark } from '@parley/dialects/model-files'

/** Runs one model: a prompt goes in, pieces of text come out. */
export interface PageEngine {
  readonly info: EngineInfo
  complete(prompt: string, options: CompletionOptions, signal: AbortSignal): AsyncGenerator<Spoken>
  close(): void
}

export interface EngineInfo {
  readonly contextTokens: number
  /** It puts the text that every prompt begins with in front by itself. */
  readonly addsBos: boolean
}

export interface PagePlan {
  readonly contextTokens: number
  /** Whether there is a graphics card that pages may use. */
  readonly gpu: boolean
}

/** Brings weights into memory. Throws a fault that says what to do. */
export type LoadEngine = (weights: File, plan: PagePlan) => Promise<PageEngine>

export interface CompletionOptions {
  /** In GBNF; it holds from the first token on. Absent: the model is free. */
  readonly grammar?: string
  /** Control tokens that are written out where the model says them: calls have them around. Those that end an answer are not. */
  readonly marks: readonly GgufMark[]
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stop?: readonly string[]
}

export type Spoken =
  | { readonly type: 'piece'; readonly text: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length'; readonly timings?: EngineTimings }

/** As llama.cpp tells them. */
export interface EngineTimings {
  readonly cache_n: number
  readonly prompt_n: number
  readonly prompt_per_second: number
  readonly predicted_n: number
  readonly predicted_per_second: number
}
