import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { type CallHead, namedCalls } from '../toolkit/named-calls.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { argumentsJson, shortId, toolJson } from '../toolkit/write-calls.ts'

const CALLS = '<|tool_calls|>'
const OPEN = '<|tool_call:begin|>'
const NAME = '<|tool_call:name|>'
const ARGUMENTS = '<|tool_call:args|>'
const CLOSE = '<|tool_call:end|>'
const RESULT = '<|tool_response:begin|>'
const RESULT_MARKS = [RESULT, '<|tool_response:name|>', '<|tool_response:result|>', '<|tool_response:end|>']

/**
 * The model makes the ids: ten letters and digits.
 *
 *     <|tool_calls|><|tool_call:begin|>a1b2c3d4e5<|tool_call:name|>find_book<|tool_call:args|>{"title": "Momo"}<|tool_call:end|>
 */
export const solarOpen = defineDialect({
  id: 'solar-open',
  title: 'Solar Open',
  speakers: ['Solar Open'],
  markup: [
    CALLS,
    OPEN,
    NAME,
    ARGUMENTS,
    CLOSE,
    ...RESULT_MARKS,
    '<|tools:begin|>',
    '<|tools:end|>',
    '<|tool:begin|>',
    '<|begin|>',
    '<|tool:end|>',
  ],
  openers: [CALLS, OPEN],
  frames: ['<|begin|>assistant', '<|content|>', CALLS],
  reasoning: [{ open: '<|think|>', close: '<|end|>' }],
  stop: [RESULT],
  instruct: (tools, choice) =>
    [
      `## Tools\n\n<|tools:begin|>\n${tools.map((tool) => `<|tool:begin|>${toolJson(tool)}<|tool:end|>`).join('\n')}\n<|tools:end|>`,
      'To call tools, write one entry for each. The id is ten random lower-case letters or digits, new for every call:',
      `${CALLS}${OPEN}{id}${NAME}{tool name}${ARGUMENTS}{arguments as a JSON object}${CLOSE}`,
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    CALLS + calls.map((call) => `${OPEN}${idOf(call.id)}${NAME}${call.name}${ARGUMENTS}${argumentsJson(call)}${CLOSE}`).join(''),
  formatResults: (results) =>
    results
      .map(
        (result) =>
          `${RESULT}${idOf(result.callId)}<|tool_response:name|>${result.name}<|tool_response:result|>${resultText(result)}<|tool_response:end|>`,
      )
      .join(''),
  parse: namedCalls({ openers: [OPEN], separators: [ARGUMENTS], closers: [CLOSE], head }),
})

const idOf = (id: string): string => shortId(id, 10).toLowerCase()

/** `a1b2c3d4e5<|tool_call:name|>find_book` */
function head(text: string): CallHead | undefined {
  const [id = '', name = ''] = text.split(NAME).map((piece) => piece.trim())
  return text.includes(NAME) && !/\s/.test(id + name) ? { id, name } : undefined
}
