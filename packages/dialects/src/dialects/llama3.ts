import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectDefinition, Grammar } from '../dialect.ts'
import { bareCallMarks, bareCalls } from '../toolkit/bare-call-mark.ts'
import { readExample } from '../toolkit/example.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { nameAhead } from '../toolkit/name-ahead.ts'
import { formatPythonCalls, readPythonCalls } from '../toolkit/python-calls.ts'
import { peekSolid } from '../toolkit/read-json.ts'
import type { Reading } from '../toolkit/reading.ts'
import { endDamaged, readOtherForm } from '../toolkit/salvage.ts'
import { spacedJson } from '../toolkit/spaced-json.ts'
import { choiceLines, functionOf } from '../toolkit/tool-list.ts'
import { callJson } from '../toolkit/write-calls.ts'

const TAG = '<|python_tag|>'
const TURN_ENDS = ['<|eom_id|>', '<|eot_id|>']
const HEADER = ['<|start_header_id|>', '<|end_header_id|>']

interface Variant
  extends Pick<DialectDefinition, 'id' | 'title' | 'speakers' | 'signs' | 'openers' | 'formatCalls' | 'grammar' | 'parse'> {
  readonly example: string
}

// @__NO_SIDE_EFFECTS__
function llama3({ example, ...variant }: Variant): Dialect {
  return defineDialect({
    ...variant,
    markup: [TAG, ...TURN_ENDS, ...HEADER],
    patience: 400,
    frames: TURN_ENDS,
    stop: ['<|start_header_id|>'],
    instruct: (tools, choice) =>
      [
        `You have access to these functions:\n\n${tools.map((tool) => JSON.stringify(functionOf(tool), null, 4)).join('\n\n')}`,
        `To call one, answer with nothing but:\n${example}`,
        ...choiceLines(choice),
      ].join('\n\n'),
    formatResults: (results) =>
      results
        .map((result) => {
          const output = spacedJson(JSON.stringify({ output: result.data ?? resultText(result) }))
          return `${HEADER.join('ipython')}\n\n${output}<|eot_id|>`
        })
        .join(''),
  })
}

/**
 * Nothing marks a call, so only JSON that names a known tool is one.
 *
 *     {"name": "find_book", "parameters": {"title": "Momo"}}
 */
export const llama3Json = llama3({
  id: 'llama3-json',
  title: 'Llama 3 (JSON)',
  speakers: ['Llama 3.1', 'Llama 3.2', 'Llama 3.3', 'Hammer'],
  example: '{"name": "{function name}", "parameters": {object with the parameters}}',
  grammar: ({ space, callObject }) => ({
    trigger: '{"name"',
    call: (tool) => callObject(tool, 'parameters'),
    between: `${space} ";" ${space}`,
  }),
  formatCalls: (calls) => calls.map((call) => callJson(call, 'parameters')).join('; '),
  signs: bareCalls('object'),
  parse: jsonCalls({ openers: [TAG], tails: TURN_ENDS, unmarked: bareCalls('object', 'list', 'fenced') }),
})

/**
 * Tools that were built into the model are called as methods.
 *
 *     <|python_tag|>brave_search.call(query="Momo")
 */
export const llama3Builtin = llama3({
  id: 'llama3-builtin',
  title: 'Llama 3 (built-in tools)',
  speakers: ['Llama 3.1', 'Llama 3.3'],
  example: `${TAG}{function name}.call({parameter}="{value}")`,
  formatCalls: (calls) =>
    calls.map((call) => `${TAG}${formatPythonCalls([{ ...call, name: `${call.name}.call` }]).join('')}`).join('\n'),
  openers: [TAG],
  parse: parseBuiltin,
})

function* parseBuiltin(reading: Reading): Grammar {
  const { source, prose, write } = reading
  const marks = [TAG, ...bareCallMarks(reading.tools, ['object', 'list'])]
  for (;;) {
    const opening = yield* prose.until(marks)
    if (opening === undefined) return
    if (opening.mark.id === 'quoted') {
      yield* readExample(reading, opening.text)
      continue
    }
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
