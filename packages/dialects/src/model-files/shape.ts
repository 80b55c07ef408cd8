import type { ReasoningMarks } from '../dialect.ts'
import type { JsonShape } from '../shapes/json/json-dialect.ts'
import type { NamedShape } from '../shapes/named/named-dialect.ts'
import type { PythonShape } from '../shapes/python/python-dialect.ts'
import type { ResultsShape } from '../shapes/shape-dialect.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'

/** The names of spellings that a shape in JSON may ask for. */
export type ValueName = 'json' | 'python-words' | 'python-values'
export type ToolName = 'function' | 'object' | 'function-lines' | 'object-lines' | 'function-item' | 'typescript' | 'element'

/** How calls are written, by kind. What names code in a built-in dialect is a word here. */
export type CallsShape =
  | ({ readonly kind: 'json'; readonly keyed?: true } & Pick<JsonShape, 'object' | 'call' | 'between' | 'section'>)
  | ({ readonly kind: 'named' } & Omit<NamedShape, 'ids'>)
  | ({ readonly kind: 'tags'; readonly values?: ValueName } & Omit<TagsShape, 'values' | 'knownBy'>)
  | ({ readonly kind: 'python' } & PythonShape)

/** How a model is told of its tools. */
export interface ToolsLesson {
  readonly before: string
  readonly tool: ToolName
  readonly betweenTools: string
  readonly behind: string
}

/** The syntax of a dialect, and what its model's template does around it, as plain JSON. */
export interface Shape {
  readonly version: 1
  readonly calls: CallsShape
  /** Absent: as most models read them. */
  readonly results?: ResultsShape
  /** Absent: it is taught in words of our own. */
  readonly lesson?: ToolsLesson
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
