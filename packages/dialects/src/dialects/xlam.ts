import { unmarkedCalls } from '../shapes/json/bare-call-mark.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asFunctionLines } from '../shapes/tools/tool-spellings.ts'

/**
 * A bare list, in a fence, behind Mistral's token or in Hermes' tag: the model's base decides.
 *
 *     [{"name": "find_book", "arguments": {"title": "Momo"}}]
 */
export const xlam = jsonDialect({
  id: 'xlam',
  title: 'xLAM',
  speakers: ['xLAM', 'xLAM 2'],
  calls: {
    section: ['[', ']'],
    between: ', ',
    alsoOpens: ['[TOOL_CALLS]', '<tool_call>'],
    tails: ['</tool_call>'],
    unmarked: unmarkedCalls('list', 'fenced'),
  },
  results: { each: '<|start_header_id|>ipython<|end_header_id|>\n\n$result<|eot_id|>', as: 'data' },
  stop: ['<|start_header_id|>'],
  lesson: {
    paragraphs: [
      'To call tools, answer with nothing but a JSON list of the calls:',
      '$call',
      '$choice',
      'You can use these tools:',
      '$tools',
    ],
    tool: asFunctionLines,
    betweenTools: '\n\n',
    examples: [{ name: '"{tool name}"', input: '{object with the arguments}' }],
  },
  turns: ['<|im_start|>', '<|im_end|>'],
  frames: ['<|eot_id|>', '<|im_end|>'],
  patience: 400,
})
