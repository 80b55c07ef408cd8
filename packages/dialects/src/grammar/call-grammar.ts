import type { ToolSpec } from '../canonical/message.ts'

/** How calls are put together, in GBNF expressions. What the calls hold comes from the tools. */
export interface CallGrammar {
  /** The literal text that every group of calls begins with. In a free answer the grammar sets in where it appears. */
  readonly trigger: string
  /** Before the first call; it begins with the trigger unless `call` does. Absent: nothing. */
  readonly open?: string
  call(tool: ToolSpec): string
  /** Between two calls. Absent: one call is all there is. */
  readonly between?: string
  /** Behind the last call. Absent: nothing. */
  readonly close?: string
}

/** What a dialect builds its grammar from. Handed to it, so that a dialect need not carry the rules of JSON. */
export interface GrammarKit {
  /** Exactly this text. */
  text(literal: string): string
  /** White space, as much as a model is used to. */
  readonly space: string
  /** The arguments as a JSON object. */
  input(tool: ToolSpec): string
  /** The arguments as a JSON object that is written into a JSON string, quotes included. */
  inputInString(tool: ToolSpec): string
  /** The arguments with bare keys and strings between two equal marks. */
  ownInput(tool: ToolSpec, quote: string): string
  /** The arguments as those of a Python function, in parentheses. */
  functionArguments(tool: ToolSpec): string
  /**
   * The parameters one after the other, each an opening, a raw value and `close`; `open` is what stands before the value.
   * What is no text is JSON, or else Python: its words alone, or whole `values`.
   */
  parameters(tool: ToolSpec, open: (name: string) => string, close: string, python?: 'words' | 'values'): string
}
