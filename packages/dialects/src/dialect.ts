import type { JsonSchema } from './canonical/json.ts'
import type { ToolChoice, ToolSpec } from './canonical/message.ts'
import type { SpokenCall, ToolResult } from './canonical/part.ts'
import type { PartEvent } from './canonical/stream-event.ts'
import type { MarkLike } from './engine/marks.ts'
import type { MarkSequence } from './engine/sequence-mark.ts'
import type { CallGrammar, GrammarKit } from './grammar/call-grammar.ts'
import type { Mender } from './mender.ts'
import type { Reading } from './shapes/reading/reading.ts'

/** A pair of marks between which a model thinks aloud. */
export interface ReasoningMarks {
  readonly open: string
  readonly close: string
  /** Whether a call written between them is meant and runs. Absent: it is a draft. */
  readonly calls?: true
  /** What is left of the opening mark where the prompt had written its beginning. Absent: nothing. */
  readonly label?: string
}

export interface ParserOptions {
  /** Decides how untyped values are read and which names are calls. Never decides whether text is lost. */
  readonly tools: readonly ToolSpec[]
  /** Makes the id of a call that came without one. Absent: `call_1`, `call_2`, … */
  readonly newId?: () => string
  /** Every call gets a new id, also one that the model gave an id itself: models begin to count anew in every answer. Absent: its own id stays. */
  readonly renamesCalls?: boolean
  /** Ids that the conversation has used; a call that claims one of them gets another. */
  readonly takenIds?: Iterable<string>
  /** `false`: thinking tags are ordinary text. Absent: the dialect's own marks. */
  readonly reasoning?: false | readonly ReasoningMarks[]
  /** The prompt had opened the thinking block, so the answer begins inside it. `maybe`: calls wait until that is known. */
  readonly startsInReasoning?: boolean | 'maybe'
  /** What becomes of a call that was found only inside reasoning. Absent: `offer`. */
  readonly drafts?: 'ignore' | 'offer'
  /** Puts damaged calls right, each with its flaws named. Absent: a damaged call is a broken call. */
  readonly mender?: Mender
}

/** Reads one answer. Made anew for each: a parser that can be reset keeps stale state one day. */
export interface DialectParser {
  /** Never throws, whatever the text. What is certain is in the events; the rest is held until more comes. */
  push(chunk: string): readonly PartEvent[]
  /** Settles everything that is still open. Call it once. */
  end(): readonly PartEvent[]
}

/** A grammar pauses wherever it needs text that has not come yet. */
export type Grammar = Generator<void, void, void>

export interface DialectTraits {
  /** Kebab-case; look-up ignores case and takes `_` for `-`. */
  readonly id: string
  readonly title: string
  /** Model families known to have been trained on it. Empty for dialects that live by their prompt alone. */
  readonly speakers: readonly string[]
  /** The literal tokens the dialect owns. Text from elsewhere that contains one is defused before it is sent. */
  readonly markup: readonly string[]
  /** The same for marks that are made of tool names: `<find_book>`. Absent: it owns none. */
  toolMarkup?(tools: readonly ToolSpec[]): readonly string[]
  /** Marks that stand only in results, as `<stdout>` does. Defused like the others, but nobody looks for them. Absent: none. */
  readonly resultMarkup?: readonly string[]
  /** Where a call can begin; `auto` looks for these. Absent: no marker of its own (bare JSON, a known name). */
  readonly openers?: readonly string[]
  /** Beginnings by which it is told from all other dialects, given the tools. Absent: its openers. */
  signs?(tools: readonly ToolSpec[]): readonly (MarkLike | MarkSequence)[]
  /** How many characters the reader may hold back outside a call, where that is more than the longest markup. */
  readonly patience?: number
  /** Absent: `<think>`…`</think>` and its common spellings. */
  readonly reasoning?: readonly ReasoningMarks[]
  /** Marks that only frame the answer, as `<response>` does: dropped wherever they stand in prose. */
  readonly frames?: readonly MarkLike[]
  /** Tokens that end a turn, as `<|im_end|>` does: dropped in thoughts also. Special tokens in `markup` are dropped in prose anyway. Absent: none are known. */
  readonly ends?: readonly string[]
  /** Marks within sentences, as around a citation: dropped, and the words on both sides stay one text. */
  readonly inline?: readonly MarkLike[]
  /** Digests of chat templates whose models speak it, though what they write does not show it. Absent: none are known. */
  readonly templates?: readonly string[]
  /** Other ids it is known by. */
  readonly aliases?: readonly string[]
  /** Text at which the provider should stop, so that the model cannot go on to invent a result. */
  readonly stop?: readonly string[]
  /** How results begin: what a model writes behind one of them it has invented, calls included. Absent: as `stop` says. */
  readonly results?: readonly string[]
  /**
   * Whether its speakers are known to call without closing their thought: then a call that ends the answer runs. A list
   * says of which of the dialects that it reads this is known. Absent: it is a draft.
   */
  readonly callsEndThoughts?: true | readonly string[]
  /** How an engine that constrains decoding keeps a model to it. Absent: it is better left free. */
  grammar?(kit: GrammarKit): CallGrammar
  /** An answer that is nothing but calls of these tools, as JSON Schema. Absent: it is not JSON as a whole. */
  answerSchema?(tools: readonly ToolSpec[]): JsonSchema
  /** The section of the system prompt that teaches the dialect. Same tools, same bytes. */
  instruct(tools: readonly ToolSpec[], choice: ToolChoice): string
  /** Calls as this dialect's speakers write them. Plural, because some dialects wrap a group. */
  formatCalls(calls: readonly SpokenCall[]): string
  /**
   * Results as the dialect's speakers read them, in the turns of their template; spoken by the user, because below here
   * there is only prose. `calls` are those they answer, where they are known: some dialects quote them.
   */
  formatResults(results: readonly ToolResult[], calls?: readonly SpokenCall[]): string
}

/** What an author writes: a grammar instead of a parser. */
export interface DialectDefinition extends DialectTraits {
  /** Reads until the source has ended. Written forwards; pausing and chunk edges are the toolkit's business. */
  parse(reading: Reading): Grammar
}

export interface Dialect extends DialectDefinition {
  createParser(options: ParserOptions): DialectParser
}
