import { jsonDialect, twoExamples } from '../shapes/json/json-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 * One object per line:
 *
 *     <tool_calls>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_calls>
 */
export const minimaxM1 = jsonDialect({
  id: 'minimax-m1',
  title: 'MiniMax M1',
  speakers: ['MiniMax M1'],
  calls: { section: ['<tool_calls>\n', '\n</tool_calls>'], between: '\n' },
  results: {
    each: 'tool name: $name\ntool result: $result\n\n',
    around: ['<beginning_of_sentence>tool name=tools\n', '<end_of_sentence>'],
  },
  stop: ['tool name=tools'],
  resultMarkup: ['tool name: ', 'tool result: '],
  lesson: {
    paragraphs: [
      '<beginning_of_sentence>system tool_setting=tools\nYou have these tools:\n<tools>\n$tools\n</tools>',
      'To call tools, write one JSON object per line:',
      '$call',
    ],
    end: '<end_of_sentence>',
    tool: asFunction,
    examples: twoExamples,
  },
  turns: ['<tools>', '</tools>', 'tool name=tools'],
})
