import type { Dialect, DialectDefinition } from '../../dialect.ts'
import type { CallGrammar, GrammarKit } from '../../grammar/call-grammar.ts'
import { type LessonShape, type Surroundings, shapeDialect } from '../shape-dialect.ts'
import { fill, marksIn, type Pair } from '../template.ts'
import { asObject, type ToolSpelling } from '../tools/tool-spellings.ts'
import { formatPythonCalls } from './python-calls.ts'

/** Calls as Python writes them. */
export interface PythonShape {
  /** What stands around all calls. */
  readonly section: Pair
  /** Between two calls: `, ` or a line break. */
  readonly between: string
}

/**
 * A dialect whose calls are Python:
 *
 *     <|tool_call_start|>[find_book(title="Momo"), ping()]<|tool_call_end|>
 *
 * `own` says how they are read, for where they may stand differs.
 */
// @__NO_SIDE_EFFECTS__
export function pythonDialect(
  { calls, ...surroundings }: Surroundings & { readonly calls: PythonShape },
  own: Pick<DialectDefinition, 'parse'> & Partial<DialectDefinition>,
): Dialect {
  const { section, between } = calls
  const [mark] = marksIn(section[0])
  return shapeDialect(
    surroundings,
    {
      marks: section.flatMap(marksIn),
      ...(mark !== undefined && { openers: [mark] }),
      format: (given) => section.join(formatPythonCalls(given).join(between)),
      example: (examples) => section.join(examples.map((slots) => fill('$name($arguments)', slots)).join(between)),
      // A bracket alone would make calls of every list.
      ...(/\w/.test(section[0]) && { grammar: (kit: GrammarKit) => pythonGrammar(calls, mark ?? section[0].trim(), kit) }),
      parse: own.parse,
    },
    own,
  )
}

const pythonGrammar = (
  { section, between }: PythonShape,
  trigger: string,
  { text, functionArguments }: GrammarKit,
): CallGrammar => ({
  trigger,
  open: text(section[0]),
  call: (tool) => `${text(tool.name)} ${functionArguments(tool)}`,
  between: text(between),
  close: text(section[1]),
})

/** How calls in Python are taught; `list` holds the tools. */
// @__NO_SIDE_EFFECTS__
export function pythonLesson(list: string, tool: ToolSpelling = asObject, betweenTools = ', '): LessonShape {
  return {
    paragraphs: [
      '# Tools',
      list,
      'To call functions, end your answer with the calls as Python would write them, every argument by its name, and nothing behind them:',
      '$call',
    ],
    tool,
    betweenTools,
    examples: [{ name: 'function_name', arguments: 'parameter="value"' }],
  }
}
