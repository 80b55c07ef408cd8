import { jsonDialect, twoExamples } from '../shapes/json/json-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 *     <tool_calls>[
 *         {"name": "find_book", "arguments": {"title": "Momo"}}
 *     ]</tool_calls>
 */
export const jamba = jsonDialect({
  id: 'jamba',
  title: 'Jamba',
  speakers: ['Jamba 1.5', 'Jamba 1.6', 'Jamba 1.7'],
  calls: { section: ['<tool_calls>[\n    ', '\n]</tool_calls>'], between: ',\n    ' },
  results: { each: '<|bom|><|tool|> $result<|eom|>' },
  stop: ['<|tool|>'],
  lesson: {
    paragraphs: [
      '# Tools\n\n<tool_definitions>\n[\n$tools\n]\n</tool_definitions>',
      'To call tools, answer with a JSON list of the calls:',
      '$call',
    ],
    tool: asFunction,
    betweenTools: ',\n',
    examples: twoExamples,
  },
  turns: ['<tool_definitions>', '</tool_definitions>'],
})
