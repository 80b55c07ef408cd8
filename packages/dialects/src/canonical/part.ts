import type { JsonObject, JsonValue } from './json.ts'
import type { Values, Wording } from './sentence.ts'

/** What a vendor's request says that has no word of ours. Only a server of the same format can be told. */
export interface Extras {
  /** The id of the wire format. */
  readonly format: string
  readonly fields: JsonObject
}

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  readonly extras?: Extras
}

/** What the model thought aloud. Never executed, never scanned for calls that would run. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  readonly text: string
  /**
   * Opaque vendor proof that must be echoed back unchanged, marked with the wire format it came from: no other vendor
   * gets to see it. With an empty text it is all there is: the vendor withheld the words. Absent when it gave none.
   */
  readonly signature?: string
}

export interface FilePart {
  readonly type: 'file'
  readonly mediaType: string
  /** Base64 text, or an `https:` or `data:` address. */
  readonly data: string
  readonly name?: string
  readonly extras?: Extras
}

/** Something that had to be mended before a call could be read. */
export interface Flaw {
  /** Which mend was applied: `trailing-comma`, `single-quotes`, … */
  readonly id: string
  /** One sentence for the person who compares models. */
  readonly message: string
  /** What differs each time in the sentence of this id. Absent when nothing does. */
  readonly values?: Values
}

/** A call the model made and we understood. `input` is always an object. */
export interface ToolCall {
  readonly type: 'tool-call'
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  /** The input as JSON text. Present only where `JSON.stringify(input)` would say something else, as with an integer beyond 2^53. */
  readonly inputText?: string
  /** The exact text the model wrote. Absent when the provider spoke tools natively. */
  readonly source?: string
  /** The id of the dialect that `source` is written in. Absent together with `source`. */
  readonly dialect?: string
  /** What had to be mended before the input could be read. Absent when nothing had. */
  readonly flaws?: readonly Flaw[]
  /** Opaque vendor proof that must be echoed back with the call, marked as that of reasoning is. Absent when the vendor gave none. */
  readonly signature?: string
  readonly extras?: Extras
}

/** A call the model tried to make and we could not read. Never executed; shown, and told back to the model. */
export interface BrokenCall {
  readonly type: 'broken-call'
  readonly id: string
  /** Absent when the damage came before the name. */
  readonly name?: string
  readonly source: string
  readonly dialect?: string
  /** What is wrong, in one sentence a person or a model can act on. */
  readonly problem: string
  /** The problem for other languages. Absent: somebody else wrote it. */
  readonly words?: Wording
  /** Where in `source` the problem was found, counted in UTF-16 units. Absent when it is the whole. */
  readonly at?: number
  /** The call as it would run if a person took it up: readable, but written where calls are not run, as inside reasoning. */
  readonly offer?: ToolCall
}

export type Outcome = 'ok' | 'error' | 'denied' | 'cancelled'

export interface ToolResult {
  readonly type: 'tool-result'
  readonly callId: string
  readonly name: string
  readonly outcome: Outcome
  /** What the model reads. */
  readonly content: readonly (TextPart | FilePart)[]
  /** The same answer as a value, when the tool returned data and not prose. A dialect with room for values writes this. */
  readonly data?: JsonValue
  /** What only the interface reads. Never sent to a model. */
  readonly display?: JsonValue
  readonly extras?: Extras
}

/** What an assistant can say. */
export type SpokenPart = TextPart | ReasoningPart | ToolCall | BrokenCall

/** The part of a call that a formatter needs, so that a call can be written before it was ever read. */
export type SpokenCall = Pick<ToolCall, 'id' | 'name' | 'input' | 'inputText'>

/** The input of a call as JSON text, exact also where numbers would not survive parsing. */
export function inputJson(call: Pick<ToolCall, 'input' | 'inputText'>): string {
  return call.inputText ?? JSON.stringify(call.input)
}

/** The words of a result, without its files. */
export function plainText(result: Pick<ToolResult, 'content'>): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : `[file ${part.name ?? part.mediaType}]`)).join('\n')
}
