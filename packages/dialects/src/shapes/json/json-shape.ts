import type { IdSpelling } from '../id-spellings.ts'
import type { Opener } from '../opener.ts'
import type { Pair, Template } from '../template.ts'
import type { UnmarkedCalls } from './unmarked-calls.ts'

/** Calls that are JSON as a whole. */
export interface JsonShape {
  /** One call; `$name`, `$input` and `$id` are filled with JSON, `$number` with its place. Absent: `{"name": $name, "arguments": $input}`. */
  readonly object?: Template
  /** What stands around each call. Absent: nothing. */
  readonly call?: Pair
  /** Absent: nothing. */
  readonly between?: string
  /** What stands around all calls; a bracket at its end belongs to the JSON. Absent: nothing. */
  readonly section?: Pair
  /** How ids are spelled. Absent: as they are. */
  readonly ids?: IdSpelling
  /** What opens calls, where that is not what is written before the JSON. */
  readonly opens?: readonly Opener[]
  /** Other spellings that are read. Absent: none. */
  readonly alsoOpens?: readonly Opener[]
  readonly alsoCloses?: readonly string[]
  /** What may stand behind the last call and says nothing. Absent: nothing. */
  readonly tails?: readonly string[]
  /** Where JSON without any mark is a call, as it names a known tool. Absent: nowhere. */
  readonly unmarked?: UnmarkedCalls
  /** That of them by which `auto` may know the dialect. Absent: none. */
  readonly knownBy?: UnmarkedCalls
}

/** `<tool_calls>[⏎` → `<tool_calls>` */
export const openingMark = (text: string): string => text.replace(/[\s[]+$/, '')

/** `⏎]</tool_calls>` → `</tool_calls>` */
export const closingMark = (text: string): string => text.replace(/^[\s\]]+/, '')
