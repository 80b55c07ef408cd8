/** How a model is held in memory and run. */
export interface EnginePlan {
  readonly file: string
  /** How much each conversation may fill, in tokens. */
  readonly contextTokens: number
  /** Conversations that are kept, and answered, at once. */
  readonly slots: number
  readonly threads: number
  /** Whether a graphics card may be used. */
  readonly gpu: boolean
}

export interface Completion {
  readonly prompt: string
  /** In GBNF; it holds from the first token on. Absent: the model is free. */
  readonly grammar?: string
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly minP?: number
  readonly seed?: number
  readonly stop?: readonly string[]
}

/** What is known of a model once it is loaded. */
export interface Loaded {
  readonly bos: string
  /** Whether the model expects `bos` in front of every prompt. */
  readonly wantsBos: boolean
  /** The texts of its control tokens: nobody but a template writes them. */
  readonly marks: readonly string[]
  /** `cpu`, or what kind of graphics card is used. */
  readonly device: string
  readonly contextTokens: number
}

export interface Timings {
  readonly promptTokens: number
  /** Of the prompt, those that were still known from before. */
  readonly cachedTokens: number
  readonly promptMs: number
  readonly writtenTokens: number
  readonly writtenMs: number
}

/** `grammar`: it cannot be read. `too-long`: the prompt does not fit; the numbers say by how much. `failed`: anything else, in its own words. */
export type EngineProblem =
  | { readonly kind: 'too-long'; readonly tokens: number; readonly most: number }
  | { readonly kind: 'grammar' | 'failed' | 'memory'; readonly text: string }

/** What the engine's process is told. */
export type ToEngine =
  | { readonly type: 'load'; readonly library: string; readonly plan: EnginePlan }
  | ({ readonly type: 'complete'; readonly id: number } & Completion)
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[] }
  | { readonly type: 'count'; readonly id: number; readonly prompt: string }
  | { readonly type: 'cancel'; readonly id: number }

/** What it tells. */
export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'loading'; readonly part: number }
  | { readonly type: 'loaded'; readonly loaded: Loaded }
  | { readonly type: 'not-loaded'; readonly problem: EngineProblem }
  | { readonly type: 'piece'; readonly id: number; readonly text: string }
  | { readonly type: 'end'; readonly id: number; readonly reason: 'stop' | 'length'; readonly timings: Timings }
  | { readonly type: 'vectors'; readonly id: number; readonly vectors: readonly (readonly number[])[]; readonly tokens: number }
  | { readonly type: 'counted'; readonly id: number; readonly tokens: number }
  | { readonly type: 'problem'; readonly id: number; readonly problem: EngineProblem }
