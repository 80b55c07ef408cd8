import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { bareCalls } from '../toolkit/bare-call-mark.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { refusals } from '../toolkit/refusals.ts'
import { SPACE, sequenceMark } from '../toolkit/sequence-mark.ts'
import { choiceLines, functionOf } from '../toolkit/tool-list.ts'
import { bareToolJson, callJson, callListJson } from '../toolkit/write-calls.ts'

const OPENERS = ['<|tool_call|>', '<tool_call>']
const ROLE = '<|start_of_role|>'
const ROLE_END = '<|end_of_role|>'
const TURN_END = '<|end_of_text|>'
const RESULT = `${ROLE}tool_response${ROLE_END}`

/**
 * A mark, then a list; nothing closes it.
 *
 *     <|tool_call|>[{"name": "find_book", "arguments": {"title": "Momo"}}]
 */
export const granite3 = defineDialect({
  id: 'granite-3',
  title: 'Granite 3',
  speakers: ['Granite 3.0', 'Granite 3.1', 'Granite 3.2', 'Granite 3.3'],
  markup: [...OPENERS, '</tool_call>', ROLE, ROLE_END, TURN_END],
  openers: ['<|tool_call|>'],
  frames: ['<response>', '</response>'],
  patience: 400,
  reasoning: [
    { open: 'Here is my thought process:', close: 'Here is my response:' },
    { open: "Here's my thought process:", close: "Here's my response:" },
    { open: '<think>', close: '</think>' },
  ],
  stop: [RESULT],
  instruct: (tools, choice) =>
    [
      'You have access to the tools listed below. When one is needed, answer with nothing but <|tool_call|> and a JSON list of the calls:',
      '<|tool_call|>[{"name": "{tool name}", "arguments": {object with the arguments}}]',
      ...choiceLines(choice),
      `${ROLE}available_tools${ROLE_END}${JSON.stringify(tools.map(functionOf), null, 4)}${TURN_END}`,
    ].join('\n\n'),
  formatCalls: (calls) => `<|tool_call|>${callListJson(calls)}`,
  formatResults: (results) => results.map((result) => `${RESULT}${resultText(result)}${TURN_END}`).join('\n'),
  parse: jsonCalls({ openers: OPENERS, tails: ['</tool_call>'], unmarked: bareCalls('list') }),
})

const CALL = '<function_call>'
const LIBRARY = '<|function_call_library|>'

/**
 * A mark and an object for each call. A call of `no_function` says that no tool fits.
 *
 *     <function_call> {"name": "find_book", "arguments": {"title": "Momo"}}
 */
export const granite20bFunctionCalling = defineDialect({
  id: 'granite-20b-fc',
  title: 'Granite 20B Function Calling',
  speakers: ['Granite 20B FunctionCalling'],
  markup: [CALL, LIBRARY, '<function_response>'],
  openers: [CALL],
  patience: 128,
  stop: ['<function_response>'],
  instruct: (tools, choice) =>
    [
      `${LIBRARY}\n${tools.map(bareToolJson).join('\n')}`,
      'Each call is a line of its own. If no function fits, call `no_function`:',
      `${CALL} {"name": "{function name}", "arguments": {object with the arguments}}`,
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) => calls.map((call) => `${CALL} ${callJson(call)}`).join('\n'),
  formatResults: (results) => results.map((result) => `<function_response> ${resultText(result)}`).join('\n'),
  parse: jsonCalls({
    openers: [CALL],
    others: refusals(sequenceMark('refusal', [CALL, SPACE, '{', SPACE, '"name"', SPACE, ':', SPACE, '"no_function"'])),
  }),
})
