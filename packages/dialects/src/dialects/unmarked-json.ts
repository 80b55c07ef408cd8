import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { bareCallMarks, bareCalls } from '../toolkit/bare-call-mark.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { teach } from '../toolkit/lesson.ts'
import { spacedJson } from '../toolkit/spaced-json.ts'
import { choiceLines, functionOf } from '../toolkit/tool-list.ts'
import { bareToolJson, callJson, callListJson } from '../toolkit/write-calls.ts'

const FENCE = '```'
const HEADER = '<|start_header_id|>'
const HEADER_END = '<|end_header_id|>'
const FENCES = ['```tool_call', '```tool_use']

/**
 * What engines constrain a model to when it must call: a bare list, and nothing else.
 *
 *     [{"name": "find_book", "parameters": {"title": "Momo"}}]
 */
export const jsonArray = defineDialect({
  id: 'json-array',
  title: 'JSON Array',
  speakers: [],
  markup: ['"tool_results"'],
  patience: 400,
  signs: bareCalls('list'),
  stop: ['{"tool_results"'],
  instruct: (tools, choice) =>
    teach(
      {
        intro:
          '### Tools\nTo call tools, your whole answer is one JSON list with an object for each call. No words around it, no fence. Otherwise answer in plain words.',
        definition: (tool) => `#### ${tool.name}\n${bareToolJson(tool)}`,
        call: '[{"name": "{tool name}", "parameters": {object with the parameters}}]',
        result: '{"tool_results": [{"name": "{tool name}", "result": {what it returned}}]}',
      },
      tools,
      choice,
    ),
  grammar: ({ space, callObject }) => ({
    trigger: '[{"name"',
    open: '"["',
    call: (tool) => callObject(tool, 'parameters'),
    between: `${space} "," ${space}`,
    close: `${space} "]"`,
  }),
  formatCalls: (calls) => callListJson(calls, 'parameters'),
  formatResults: (results) =>
    spacedJson(
      JSON.stringify({
        tool_results: results.map((result) => ({ name: result.name, result: result.data ?? resultText(result) })),
      }),
    ),
  parse: jsonCalls({ openers: [], unmarked: bareCalls('list', 'fenced') }),
})

/**
 * For models that cannot leave the fence off.
 *
 *     ```json
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     ```
 */
export const fencedJson = defineDialect({
  id: 'fenced-json',
  title: 'Fenced JSON',
  speakers: [],
  markup: ['```tool_call', '```tool_use', '```tool_result'],
  openers: FENCES,
  patience: 480,
  signs: (tools) => [...FENCES, ...bareCallMarks(tools, ['fenced'])],
  stop: ['```tool_result'],
  instruct: (tools, choice) =>
    teach(
      {
        intro:
          '### Tools\nTo call a tool, write a fenced block with the language `tool_call` that holds one JSON object, a block for each call, and nothing behind the last one.',
        definition: (tool) => `#### ${tool.name}\n${bareToolJson(tool)}`,
        call: `${FENCE}tool_call\n{"name": "{tool name}", "arguments": {object with the arguments}}\n${FENCE}`,
        result: `${FENCE}tool_result\n{"name": "{tool name}", "result": {what it returned}}\n${FENCE}`,
      },
      tools,
      choice,
    ),
  formatCalls: (calls) => calls.map((call) => `${FENCE}tool_call\n${callJson(call)}\n${FENCE}`).join('\n'),
  formatResults: (results) =>
    results
      .map(
        (result) =>
          `${FENCE}tool_result\n${spacedJson(JSON.stringify({ name: result.name, result: result.data ?? resultText(result) }))}\n${FENCE}`,
      )
      .join('\n'),
  parse: jsonCalls({ openers: FENCES, closers: [FENCE], unmarked: bareCalls('fenced') }),
})

/**
 * A bare list, in a fence, behind Mistral's token or in Hermes' tag: the model's base decides.
 *
 *     [{"name": "find_book", "arguments": {"title": "Momo"}}]
 */
export const xlam = defineDialect({
  id: 'xlam',
  title: 'xLAM',
  speakers: ['xLAM 1', 'xLAM 2'],
  markup: ['[TOOL_CALLS]', '<tool_call>', '</tool_call>', HEADER, HEADER_END, '<|eot_id|>', '<|im_start|>', '<|im_end|>'],
  stop: [HEADER],
  patience: 400,
  frames: ['<|eot_id|>', '<|im_end|>'],
  instruct: (tools, choice) =>
    [
      'To call tools, answer with nothing but a JSON list of the calls:',
      '[{"name": "{tool name}", "arguments": {object with the arguments}}]',
      ...choiceLines(choice),
      'You can use these tools:',
      ...tools.map((tool) => JSON.stringify(functionOf(tool), null, 4)),
    ].join('\n\n'),
  formatCalls: (calls) => callListJson(calls),
  formatResults: (results) =>
    results
      .map((result) => {
        const words = result.data === undefined ? resultText(result) : spacedJson(JSON.stringify(result.data))
        return `${HEADER}ipython${HEADER_END}\n\n${words}<|eot_id|>`
      })
      .join(''),
  parse: jsonCalls({ openers: ['[TOOL_CALLS]', '<tool_call>'], tails: ['</tool_call>'], unmarked: bareCalls('list', 'fenced') }),
})
