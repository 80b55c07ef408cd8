import type { JsonSchema } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import type { Dialect } from '../dialect.ts'
import { toolGrammar } from './tool-grammar.ts'

/** Calls as an engine takes them that constrains the text between two marks by a JSON Schema, and leaves all other text free. */
export interface ToolTags {
  readonly structures: readonly { readonly begin: string; readonly schema: JsonSchema; readonly end: string }[]
  /** The text at which the answer must go on with one of them. */
  readonly triggers: readonly string[]
}

/**
 * Where the arguments stand as a JSON object between two texts that are the same in every call:
 *
 *     <tool_call>⏎{"name": "find_book", "arguments":  {…}  }⏎</tool_call>
 *
 * Undefined for dialects that write them otherwise, or with an id that nobody knows before.
 */
export function toolTags(dialect: Dialect, tools: readonly ToolSpec[]): ToolTags | undefined {
  const triggers = toolGrammar(dialect, tools)?.triggers ?? []
  const structures = tools.flatMap(({ name, parameters }) => {
    const [first, second] = ['call_1', 'call_2'].map((id) => dialect.formatCalls([{ id, name, input: MARKED }]))
    const [begin = '', end, ...more] = first?.split(JSON.stringify(MARKED)) ?? []
    const isFixed = first === second && end !== undefined && more.length === 0 && !begin.endsWith('"')
    return isFixed && triggers.some((trigger) => begin.startsWith(trigger)) ? [{ begin, schema: parameters, end }] : []
  })
  return structures.length === tools.length && structures.length > 0 ? { structures, triggers } : undefined
}

/** An empty object is written as such by all of them, and by some as nothing at all. */
const MARKED = {}
