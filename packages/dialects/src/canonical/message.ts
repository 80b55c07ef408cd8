import type { JsonSchema } from './json.ts'
import type { Extras, FilePart, SpokenPart, TextPart, ToolResult } from './part.ts'

/** Each role can hold only what it can hold. */
export type Message =
  | { readonly role: 'system'; readonly id: string; readonly parts: readonly TextPart[]; readonly extras?: Extras }
  | { readonly role: 'user'; readonly id: string; readonly parts: readonly (TextPart | FilePart)[]; readonly extras?: Extras }
  | AssistantMessage
  | { readonly role: 'tool'; readonly id: string; readonly parts: readonly ToolResult[] }

export interface AssistantMessage {
  readonly role: 'assistant'
  readonly id: string
  readonly parts: readonly SpokenPart[]
  readonly extras?: Extras
}

export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly extras?: Extras
  /** How its client calls a tool that models are told of in other words. Absent: just so. */
  readonly known?: KnownTool
  /** Nobody referred to it yet, so models are not told of it. A server of the format of its extras knows this by itself. */
  readonly deferred?: true
}

export interface KnownTool {
  readonly name: string
  readonly namespace?: string
  /** `freeform`: its input is a text, of which models are told as one parameter. `search`: it finds tools that are deferred. */
  readonly kind: 'function' | 'freeform' | 'search'
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }

export interface Settings {
  readonly temperature?: number
  readonly topP?: number
  readonly maxTokens?: number
  readonly stop?: readonly string[]
  readonly seed?: number
}

export interface RequestExtras extends Extras {
  /** What stood inside of messages and tools and is passed on to nobody, by name. Absent: nothing. */
  readonly lost?: readonly string[]
  /** The field that gives the whole answer a shape for which we have no word. Absent: none does. */
  readonly shape?: string
}

/** What the words of an answer must be: one JSON value, and nothing else. */
export interface AnswerShape {
  /** What the value must fit. Absent: any object does. */
  readonly schema?: JsonSchema
  readonly name?: string
  readonly description?: string
  /** Whether the vendor must hold the model to it. Absent: as the vendor does by itself. */
  readonly strict?: boolean
}

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly Message[]
  /** Absent and empty mean the same: the model is told of no tools. */
  readonly tools?: readonly ToolSpec[]
  /** Whoever answers is asked to find tools that are deferred. Absent: the client finds them, or there are none. */
  readonly findsTools?: true
  /** Absent means `auto`. */
  readonly toolChoice?: ToolChoice
  /** How many answers are wanted, one beside the other. Whoever answers gives one: it is asked as often. Absent: one. */
  readonly copies?: number
  /** `false` asks for at most one call per answer. Absent means the model decides. */
  readonly parallelCalls?: boolean
  readonly settings?: Settings
  /** Holds for an answer without calls. Absent: it is free. */
  readonly shape?: AnswerShape
  /** Absent: there is nothing more to say. */
  readonly extras?: RequestExtras
  /**
   * The dialect and tools that the prompt teaches, set where tools were lowered into prose. Not for the wire: an engine
   * that can constrain decoding derives its grammar from it. Absent: no tools, or native ones.
   */
  readonly taught?: {
    readonly dialect: string
    readonly tools: readonly ToolSpec[]
    /** `required` or a name: the answer is calls from its first token on. Absent means `auto`. */
    readonly choice?: ToolChoice
  }
  /** The trace that this question is a part of, as W3C's `traceparent`. Not for the prompt: whoever answers goes on with it. Absent: none. */
  readonly trace?: string
}
