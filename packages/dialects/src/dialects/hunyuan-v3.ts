import { plainText } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { SPACE, sequenceMark } from '../toolkit/sequence-mark.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { choiceLines, functionJson } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

/** In the open release every tag carries a suffix: `<tool_call:opensource>`. */
const both = (tag: string): readonly string[] => [tag, tag.replace('>', ':opensource>')]

/**
 * Keys and values in tags of their own, calls in a list:
 *
 *     <tool_calls>
 *     <tool_call>find_book<tool_sep>
 *     <arg_key>title</arg_key>
 *     <arg_value>Momo</arg_value>
 *     </tool_call>
 *     </tool_calls>
 */
export const hunyuanV3 = defineDialect({
  id: 'hunyuan-v3',
  title: 'Hunyuan V3',
  speakers: ['Hunyuan V3'],
  markup: [
    '<tool_calls>',
    '</tool_calls>',
    '<tool_call>',
    '</tool_call>',
    '<tool_sep>',
    '<arg_key>',
    '</arg_key>',
    '<arg_value>',
    '</arg_value>',
    '<tool_responses>',
    '</tool_responses>',
    '<tool_response>',
    '</tool_response>',
  ].flatMap(both),
  reasoning: both('<think>').map((open) => ({ open, close: open.replace('<', '</') })),
  signs: () => both('<tool_calls>').map((open) => sequenceMark('hunyuan-v3', [open, SPACE, '<tool_call'])),
  stop: ['<tool_responses>'],
  instruct: (tools, choice) =>
    [
      '# Tools',
      `<tools>\n${tools.map(functionJson).join('\n')}\n</tools>`,
      'To call functions, end your answer with this block and wait for the result:',
      '<tool_calls>\n<tool_call>{function-name}<tool_sep>\n<arg_key>{argument-name}</arg_key>\n<arg_value>{argument-value}</arg_value>\n</tool_call>\n</tool_calls>',
      'Strings are written as they are; numbers, lists and objects as JSON.',
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    `<tool_calls>\n${calls
      .map(
        (call) =>
          `<tool_call>${call.name}<tool_sep>\n${writeArguments(call, (name, text) => `<arg_key>${name}</arg_key>\n<arg_value>${text}</arg_value>\n`)}</tool_call>\n`,
      )
      .join('')}</tool_calls>`,
  formatResults: (results) =>
    `<tool_responses>\n${results.map((result) => `<tool_response>${plainText(result)}</tool_response>\n`).join('')}</tool_responses>`,
  ...taggedGrammar({
    block: { open: both('<tool_calls>'), close: both('</tool_calls>') },
    call: {
      open: both('<tool_call>'),
      headEnd: both('<tool_sep>'),
      headStop: [...both('<arg_key>'), ...both('</tool_call>')],
      close: both('</tool_call>'),
    },
    parameter: {
      open: both('<arg_key>'),
      headEnd: both('</arg_key>'),
      contentOpen: both('<arg_value>'),
      close: both('</arg_value>'),
    },
    space: 'keep',
  }),
})
