import { USUAL_REASONING } from '../define-dialect.ts'
import type { Dialect } from '../dialect.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { keyedShape } from '../shapes/json/keyed-shape.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { pythonDialect } from '../shapes/python/python-dialect.ts'
import { readAllMarked } from '../shapes/python/read-python.ts'
import type { LessonShape, ResultsShape, Surroundings } from '../shapes/shape-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { pythonValues, pythonWords } from '../shapes/tags/write-tags.ts'
import { marksIn, type Slots } from '../shapes/template.ts'
import {
  asElement,
  asFunction,
  asFunctionItem,
  asFunctionLines,
  asObject,
  asObjectLines,
  asTypeScript,
  type ToolSpelling,
} from '../shapes/tools/tool-spellings.ts'
import type { CallsShape, Shape, ToolName, ToolsLesson } from './shape.ts'

export const TOOL_SPELLINGS: { readonly [Name in ToolName]: ToolSpelling } = {
  function: asFunction,
  object: asObject,
  'function-lines': asFunctionLines,
  'object-lines': asObjectLines,
  'function-item': asFunctionItem,
  typescript: asTypeScript,
  element: asElement,
}

const VALUE_SPELLINGS = { json: undefined, 'python-words': pythonWords, 'python-values': pythonValues } as const

/** What most models read. */
const USUAL_RESULTS: ResultsShape = { each: '<tool_response>\n$result\n</tool_response>', between: '\n' }

type Names = Pick<Surroundings, 'id' | 'title' | 'speakers'>

/** A dialect from data that came from outside. */
export function dialectOfShape(shape: Shape, names: Names): Dialect {
  const { calls, results = USUAL_RESULTS, reasoning, frames, ends, turns } = shape
  const around: Surroundings = {
    ...names,
    results,
    lesson: shape.lesson ? listed(shape.lesson) : taughtBy(calls),
    ...(reasoning && { reasoning: [...reasoning, ...USUAL_REASONING] }),
    ...(frames && { frames }),
    ...(ends && { ends }),
    ...(turns && { turns }),
  }
  return dialectOf(calls, around)
}

function dialectOf(calls: CallsShape, around: Surroundings): Dialect {
  switch (calls.kind) {
    case 'json': {
      const { kind: _, keyed, ...shape } = calls
      return jsonDialect({ ...around, calls: shape }, keyed ? { shape: keyedShape } : {})
    }
    case 'named': {
      const { kind: _, ...shape } = calls
      return namedDialect({ ...around, calls: shape, frames: [...(around.frames ?? []), ...marks(shape.section)] })
    }
    case 'tags': {
      const { kind: _, values = 'json', ...shape } = calls
      const spelling = VALUE_SPELLINGS[values]
      return tagsDialect({ ...around, calls: { ...shape, ...(spelling && { values: spelling }) } })
    }
    case 'python': {
      const { kind: _, ...shape } = calls
      const [open = '', close = ''] = [marksIn(shape.section[0])[0], marksIn(shape.section[1])[0]]
      return pythonDialect({ ...around, calls: shape }, { parse: (reading) => readAllMarked(reading, [open], close) })
    }
    default:
      return calls satisfies never
  }
}

const marks = (section: readonly [string, string] = ['', '']): readonly string[] =>
  section.map((mark) => mark.trim()).filter((mark) => mark !== '')

const listed = ({ before, tool, betweenTools, behind }: ToolsLesson): LessonShape => ({
  paragraphs: [`${before}$tools${behind}`],
  tool: TOOL_SPELLINGS[tool],
  betweenTools,
})

const EXAMPLES: { readonly [Kind in CallsShape['kind']]: Slots } = {
  json: { name: '"{tool name}"', input: '{arguments}', id: '"{id}"', number: '0' },
  named: { name: '{tool name}', input: '{arguments as a JSON object}', id: '{id}', number: '0' },
  tags: { name: '{tool name}', key: '{parameter}', value: '{value}' },
  python: { name: '{tool_name}', arguments: '{parameter}="{value}"' },
}

const taughtBy = ({ kind }: CallsShape): LessonShape => ({
  paragraphs: ['You can use these tools:\n$tools', 'To use one, write this and wait for the result:', '$call'],
  tool: asFunction,
  examples: [EXAMPLES[kind]],
})
