import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { keyedShape } from '../toolkit/keyed-shape.ts'
import { refusals } from '../toolkit/refusals.ts'
import { SPACE, sequenceMark } from '../toolkit/sequence-mark.ts'
import { spacedJson } from '../toolkit/spaced-json.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { declareTool } from '../toolkit/typescript-tools.ts'
import { argumentsJson } from '../toolkit/write-calls.ts'

const OPEN = '<|tools_prefix|>'
const CLOSE = '<|tools_suffix|>'
/** Calls nothing: it only ends the inner part. */
const ANSWERS = sequenceMark('answers', [OPEN, SPACE, '[', SPACE, '{', SPACE, '"display_answers"'])

/**
 * The key of an object is the tool, its value the arguments. Calls may stand inside the inner part.
 *
 *     <|tools_prefix|>[{"find_book": {"title": "Momo"}}, {"ping": {}}]<|tools_suffix|>
 */
export const apertus = defineDialect({
  id: 'apertus',
  title: 'Apertus',
  speakers: ['Apertus'],
  markup: [OPEN, CLOSE, '<|assistant_end|>'],
  openers: [OPEN],
  frames: ['<|assistant_end|>'],
  reasoning: [{ open: '<|inner_prefix|>', close: '<|inner_suffix|>', calls: true }],
  instruct: (tools, choice) =>
    [
      `Tool Capabilities:\n${tools.map((tool) => declareTool(tool, { indent: '  ' })).join('\n')}`,
      'To call tools, write a list with an object for each call; its key is the tool, its value the arguments:',
      `${OPEN}[{"{tool name}": {object with the arguments}}]${CLOSE}`,
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    `${OPEN}[${calls.map((call) => `{${JSON.stringify(call.name)}: ${argumentsJson(call)}}`).join(', ')}]${CLOSE}`,
  formatResults: (results) => spacedJson(JSON.stringify(results.map((result) => result.data ?? resultText(result)))),
  parse: jsonCalls({ openers: [OPEN], closers: [CLOSE], shape: keyedShape, others: refusals(ANSWERS) }),
})
