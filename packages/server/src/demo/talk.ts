import type { JsonObject, JsonValue, Outcome } from '@parley/dialects'

type Language = 'en' | 'zh'

/** What a tool answered, as far as the demo can tell. */
export interface StepResult {
  readonly outcome: Outcome
  readonly text: string
  readonly value?: JsonValue
}

/** One call the demo made since the question, and its result. */
export interface Step {
  readonly name: string
  readonly input: JsonObject
  readonly result?: StepResult
}

/** All the demo knows when it is its turn. */
export interface Talk {
  readonly question: string
  readonly language: Language
  readonly steps: readonly Step[]
  readonly tools: ReadonlySet<string>
}

/** What the demo says, and the one call it makes. No call: it has finished. */
export interface Move {
  readonly say: string
  readonly call?: { readonly name: string; readonly input: JsonObject }
}

export interface Intent {
  /** The tool of one app that this is about; where it is not offered, the question means something else. Absent: any app. */
  readonly needs?: string
  /** Questions that show it, for the list of what the demo can do. */
  readonly examples: { readonly [Tongue in Language]: string }
  /** A script for this question, or `undefined` when it means something else. */
  match(question: string): Script | undefined
}

/** The next move, given the steps that went well so far. Pure: the same talk gets the same move. */
export type Script = (steps: readonly Step[], say: Say) => Move

/** Chooses the sentence in the language of the question. */
export type Say = (english: string, chinese: string) => string

/** The words of a step's result. */
export const answerOf = (step: Step | undefined): string => step?.result?.text.trim() ?? ''
