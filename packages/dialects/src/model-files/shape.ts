import type { ReasoningMarks } from '../dialect.ts'
import type { JsonShape } from '../shapes/json/json-shape.ts'
import type { NamedShape } from '../shapes/named/named-shape.ts'
import type { PythonShape } from '../shapes/python/python-dialect.ts'
import type { ResultsShape } from '../shapes/results-shape.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'
import type { Pair } from '../shapes/template.ts'

/** The names of spellings that a shape in JSON may ask for. */
export type IdName = 'as-they-are' | 'functions'
export type ValueName = 'json' | 'python-words' | 'python-values'

/** How calls are written, by kind. What names code in a built-in dialect is a word here. */
export type CallsShape =
  | ({ readonly kind: 'json'; readonly ids?: IdName; readonly keyed?: true; readonly bare?: true } & Pick<
      JsonShape,
      'object' | 'call' | 'between' | 'section'
    >)
  | ({ readonly kind: 'named'; readonly ids?: IdName } & Omit<NamedShape, 'ids'>)
  | ({ readonly kind: 'tags'; readonly values?: ValueName } & Omit<TagsShape, 'values' | 'knownBy'>)
  | ({ readonly kind: 'python' } & PythonShape)
  | {
      readonly kind: 'own'
      /** One call; the slots are `$name` and `$input`, which is in braces, with bare keys. */
      readonly call: string
      readonly between?: string
      readonly section?: Pair
      /** What stands at both ends of a string: `<escape>`. */
      readonly quote: string
    }

/** The syntax of a dialect, and what its model's template does around it, as plain JSON. */
export interface Shape {
  readonly version: 1
  readonly calls: CallsShape
  readonly results: ResultsShape
  /** Absent: `<think>`…`</think>` and its common spellings. */
  readonly reasoning?: readonly ReasoningMarks[]
  /** Whether the prompt opens the thought, so that an answer begins inside it. Absent: it does not. */
  readonly startsInReasoning?: true
  /** Marks that only frame the answer. Absent: none. */
  readonly frames?: readonly string[]
  /** Tokens that end a turn. Absent: none are known. */
  readonly ends?: readonly string[]
  /** Tokens that begin one. Absent: none are known. */
  readonly turns?: readonly string[]
}
