import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { SPACE, sequenceMark } from '../toolkit/sequence-mark.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { declareTool } from '../toolkit/typescript-tools.ts'
import { callJson } from '../toolkit/write-calls.ts'

const OPEN = '<|function_call|>'
const MESSAGE = '<|message_sep|>'
const ROLE = '<|role_sep|>'
// The older version opens a turn of its own for a call.
const TURN = sequenceMark('turn', [MESSAGE, SPACE, 'function call', ROLE])
const BARE_TURN = sequenceMark('bare-turn', [`function call${ROLE}`])

/**
 *     I will check.<|function_call|>{"name": "find_book", "arguments": {"title": "Momo"}}
 */
export const gigachat3 = defineDialect({
  id: 'gigachat3',
  title: 'GigaChat 3',
  speakers: ['GigaChat 3', 'GigaChat 3.1'],
  markup: [OPEN, MESSAGE, ROLE, '</s>', `function call${ROLE}`],
  openers: [OPEN, `function call${ROLE}`],
  frames: ['</s>'],
  patience: 100,
  stop: [`function result${ROLE}`],
  instruct: (tools, choice) =>
    [
      'To call a function, end your message with its name and arguments as a JSON object, one call per message:',
      `${OPEN}{"name": "{function name}", "arguments": {object with the arguments}}`,
      ...choiceLines(choice),
      `function descriptions${ROLE}\nnamespace functions {\n${tools.map((tool) => `${declareTool(tool, { indent: '  ' })}\n`).join('\n')}\n} // namespace functions\n\n${MESSAGE}`,
    ].join('\n\n'),
  formatCalls: (calls) => calls.map((call) => `${OPEN}${callJson(call)}`).join(''),
  formatResults: (results) => results.map((result) => `function result${ROLE}\n${resultText(result)}${MESSAGE}`).join('\n\n'),
  parse: jsonCalls({ openers: [OPEN, TURN, BARE_TURN], tails: ['</s>', MESSAGE] }),
})
