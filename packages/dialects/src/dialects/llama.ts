import type { Grammar } from '../dialect.ts'
import { nameAhead } from '../engine/name-ahead.ts'
import { peekSolid } from '../engine/readers.ts'
import { bareCallMarks, unmarkedCalls } from '../shapes/json/bare-call-mark.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { formatPythonCalls, readPythonCalls } from '../shapes/python/python-calls.ts'
import { pythonDialect, pythonLesson } from '../shapes/python/python-dialect.ts'
import { listOpeners, readBareList } from '../shapes/python/read-python.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { endDamaged, readOtherForm } from '../shapes/reading/salvage.ts'
import { type Surroundings, shapeDialect } from '../shapes/shape-dialect.ts'
import { asFunctionLines } from '../shapes/tools/tool-spellings.ts'

const TAG = '<|python_tag|>'
const TURN_ENDS = ['<|eom_id|>', '<|eot_id|>']

const llama3: Omit<Surroundings, 'id' | 'title' | 'speakers'> = {
  results: { each: '<|start_header_id|>ipython<|end_header_id|>\n\n{"output": $result}<|eot_id|>', as: 'json' },
  stop: ['<|start_header_id|>'],
  lesson: {
    paragraphs: ['You have access to these functions:\n\n$tools', 'To call one, answer with nothing but:\n$call'],
    tool: asFunctionLines,
    betweenTools: '\n\n',
    examples: [{ name: '"{function name}"', input: '{object with the parameters}' }],
  },
  turns: [TAG, ...TURN_ENDS],
  frames: TURN_ENDS,
  patience: 400,
}

/**
 * Nothing marks a call, so only JSON that names a known tool is one.
 *
 *     {"name": "find_book", "parameters": {"title": "Momo"}}
 */
export const llama3Json = jsonDialect({
  ...llama3,
  id: 'llama3-json',
  title: 'Llama 3 (JSON)',
  speakers: ['Llama 3.1', 'Llama 3.2', 'Llama 3.3', 'Hammer'],
  templates: ['01bmose0tsrjl6'],
  calls: {
    object: '{"name": $name, "parameters": $input}',
    between: '; ',
    alsoOpens: [TAG],
    tails: TURN_ENDS,
    unmarked: unmarkedCalls('object', 'list', 'fenced'),
    knownBy: unmarkedCalls('object'),
  },
})

/**
 * Tools that were built into the model are called as methods.
 *
 *     <|python_tag|>brave_search.call(query="Momo")
 */
export const llama3Builtin = shapeDialect(
  {
    ...llama3,
    id: 'llama3-builtin',
    title: 'Llama 3 (built-in tools)',
    speakers: ['Llama 3.1', 'Llama 3.3'],
  },
  {
    marks: [TAG],
    openers: [TAG],
    format: (calls) =>
      calls.map((call) => `${TAG}${formatPythonCalls([{ ...call, name: `${call.name}.call` }]).join('')}`).join('\n'),
    example: () => `${TAG}{function name}.call({parameter}="{value}")`,
    parse: parseBuiltin,
  },
)

function* parseBuiltin(reading: Reading): Grammar {
  const { source, prose, write } = reading
  const marks = [TAG, ...bareCallMarks(reading.tools, ['object', 'list'])]
  for (;;) {
    const opening = yield* prose.until(marks)
    if (opening === undefined) return
    const tagged = opening.text === TAG
    if (!tagged) source.unread(opening.text)
    source.record(tagged ? TAG : '')
    const next = yield* peekSolid(source)
    const opener = source.recorded
    const bounds = { opener, closers: [], tails: TURN_ENDS, barriers: [TAG] }
    if (next === '{' || next === '[') {
      yield* readOtherForm(reading, bounds, endDamaged)
    } else if (isMethod(yield* nameAhead(source, ['(']), reading))
      yield* readPythonCalls(
        reading,
        bounds,
        function* () {},
        (name) => name.replace(/\.call$/, ''),
      )
    // Any other code behind the tag is for an interpreter that is not ours.
    else write.text(source.takeRecord())
  }
}

const isMethod = (name: string, { tools }: Reading): boolean => name.endsWith('.call') || tools.some((tool) => tool.name === name)

const HEADER = '<|header_start|>ipython<|header_end|>'

/**
 * The whole answer is a Python list of calls:
 *
 *     [find_book(title='Momo', year=1973), ping()]
 */
export const llama4Pythonic = pythonDialect(
  {
    id: 'llama4-pythonic',
    aliases: ['pythonic', 'toolace', 'bfcl'],
    title: 'Llama 4 (pythonic)',
    speakers: ['Llama 4', 'Llama 3.2', 'ToolACE'],
    calls: { section: ['[', ']'], between: ', ' },
    signs: listOpeners,
    results: { each: `${HEADER}\n\n$result<|eot|>`, as: 'json' },
    stop: [HEADER],
    lesson: {
      ...pythonLesson('[$tools]'),
      examples: [
        { name: 'function_name', arguments: 'parameter="value"' },
        { name: 'other_function', arguments: '' },
      ],
    },
    turns: ['<|python_start|>', '<|python_end|>', '<|eom|>', '<|header_start|>', '<|header_end|>'],
    frames: ['<|python_start|>', '<|python_end|>', '<|eom|>', '<|eot|>'],
    patience: 200,
  },
  {
    toolMarkup: (tools) => tools.map(({ name }) => `${name}(`),
    *parse(reading) {
      const openers = listOpeners(reading.tools)
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        yield* readBareList(reading, opening.text)
        opening = yield* reading.prose.until(openers)
      }
    },
  },
)
