import type { ToolChoice, ToolSpec } from '../canonical/message.ts'
import { fill, type Slots, type Template } from './template.ts'
import { choiceLines } from './tools/tool-list.ts'
import type { ToolSpelling } from './tools/tool-spellings.ts'

/** How a dialect is taught. */
export interface LessonShape {
  /**
   * The slots are `$tools`, the list; `$call`, what a call looks like; `$choice`, what must be called, if anything must.
   * A paragraph that turns out empty is left out; without a `$choice` of its own, that stands at the end.
   */
  readonly paragraphs: readonly Template[]
  /** Absent: an empty line. */
  readonly between?: string
  /** What stands behind the last paragraph. Absent: nothing. */
  readonly end?: string
  /** How a tool is described. */
  readonly tool: ToolSpelling
  /** One tool in the list. Absent: `$tool` alone. Other slots are `$name` and `$description`. */
  readonly each?: Template
  /** Between two tools. Absent: a line break. */
  readonly betweenTools?: string
  /** The calls that `$call` shows: what stands for the name, the arguments and the rest. Absent: it shows none. */
  readonly examples?: readonly Slots[]
}

export function writeLesson(lesson: LessonShape, call: string, tools: readonly ToolSpec[], choice: ToolChoice): string {
  const { paragraphs, between = '\n\n', end = '', tool: describe, each = '$tool', betweenTools = '\n' } = lesson
  const list = tools.map((tool) => fill(each, { tool: describe(tool), name: tool.name, description: tool.description }))
  const must = choiceLines(choice).join(between)
  const all = paragraphs.includes('$choice') ? paragraphs : [...paragraphs, '$choice']
  const filled = all.map((paragraph) => fill(paragraph, { tools: list.join(betweenTools), call, choice: must }))
  return filled.filter((paragraph) => paragraph !== '').join(between) + end
}
