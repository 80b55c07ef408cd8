import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import { unmarkedCalls } from '../shapes/json/bare-call-mark.ts'
import { refusals } from '../shapes/json/json-calls.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asFunctionItem, asObject } from '../shapes/tools/tool-spellings.ts'

/**
 * A mark, then a list; nothing closes it.
 *
 *     <|tool_call|>[{"name": "find_book", "arguments": {"title": "Momo"}}]
 */
export const granite3 = jsonDialect({
  id: 'granite-3',
  title: 'Granite 3',
  speakers: ['Granite 3.0', 'Granite 3.1', 'Granite 3.2', 'Granite 3.3'],
  templates: ['01brq300xwsji2', '0z9xakp1pw4csv', '05eyrpk0xlgojv', '0m98hi81cu9tt1'],
  calls: {
    section: ['<|tool_call|>[', ']'],
    between: ', ',
    alsoOpens: ['<tool_call>'],
    tails: ['</tool_call>'],
    unmarked: unmarkedCalls('list'),
  },
  results: { each: '<|start_of_role|>tool_response<|end_of_role|>$result<|end_of_text|>', between: '\n' },
  stop: ['<|start_of_role|>tool_response<|end_of_role|>'],
  lesson: {
    paragraphs: [
      'You have access to the tools listed below. When one is needed, answer with nothing but <|tool_call|> and a JSON list of the calls:',
      '$call',
      '$choice',
      '<|start_of_role|>available_tools<|end_of_role|>[\n$tools\n]<|end_of_text|>',
    ],
    tool: asFunctionItem,
    betweenTools: ',\n',
    examples: [{ name: '"{tool name}"', input: '{object with the arguments}' }],
  },
  frames: ['<response>', '</response>'],
  patience: 400,
  reasoning: [
    { open: 'Here is my thought process:', close: 'Here is my response:' },
    { open: "Here's my thought process:", close: "Here's my response:" },
    { open: '<think>', close: '</think>' },
  ],
})

/**
 * A mark and an object for each call. A call of `no_function` says that no tool fits.
 *
 *     <function_call> {"name": "find_book", "arguments": {"title": "Momo"}}
 */
export const granite20bFunctionCalling = jsonDialect(
  {
    id: 'granite-20b-fc',
    title: 'Granite 20B Function Calling',
    speakers: ['Granite 20B FunctionCalling'],
    calls: { call: ['<function_call> ', ''], between: '\n' },
    results: { each: '<function_response> $result', between: '\n' },
    lesson: {
      paragraphs: [
        '<|function_call_library|>\n$tools',
        'Each call is a line of its own. If no function fits, call `no_function`:',
        '$call',
      ],
      tool: asObject,
      examples: [{ name: '"{function name}"', input: '{object with the arguments}' }],
    },
    turns: ['<|function_call_library|>'],
    patience: 128,
  },
  {
    others: refusals(
      sequenceMark('refusal', ['<function_call>', SPACE, '{', SPACE, '"name"', SPACE, ':', SPACE, '"no_function"']),
    ),
  },
)
