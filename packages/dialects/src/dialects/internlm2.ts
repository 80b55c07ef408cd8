import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { bareToolJson, callJson } from '../toolkit/write-calls.ts'

const OPEN = '<|action_start|><|plugin|>'
const CLOSE = '<|action_end|>'
const TURN = '<|im_start|>'
const TURN_END = '<|im_end|>'
const RESULT = `${TURN}environment name=<|plugin|>`

/**
 *     <|action_start|><|plugin|>
 *     {"name": "find_book", "parameters": {"title": "Momo"}}<|action_end|>
 */
export const internlm2 = defineDialect({
  id: 'internlm2',
  title: 'InternLM2',
  speakers: ['InternLM2', 'InternLM2.5', 'Intern-S1'],
  markup: ['<|action_start|>', '<|plugin|>', OPEN, '<|action_start|> <|plugin|>', CLOSE, TURN, TURN_END],
  openers: [OPEN],
  stop: [RESULT],
  instruct: (tools, choice) =>
    [
      'To call a function, write its name and parameters as a JSON object:',
      `${OPEN}\n{"name": "{function name}", "parameters": {object with the parameters}}${CLOSE}`,
      ...choiceLines(choice),
      `${TURN}system name=<|plugin|>\n[${tools.map(bareToolJson).join(', ')}]${TURN_END}`,
    ].join('\n\n'),
  formatCalls: (calls) => calls.map((call) => `${OPEN}\n${callJson(call, 'parameters')}${CLOSE}`).join('\n'),
  formatResults: (results) => results.map((result) => `${RESULT}\n${resultText(result)}${TURN_END}`).join('\n'),
  parse: jsonCalls({ openers: [OPEN, '<|action_start|> <|plugin|>'], closers: [CLOSE] }),
})
