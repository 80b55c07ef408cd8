import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'
import { INVOKE_LESSON, invokeTags } from './anthropic.ts'

export const dots = tagsDialect({
  id: 'dots',
  title: 'dots',
  speakers: ['dots.llm'],
  calls: { ...invokeTags(), section: ['<dots_function_call>\n', '\n</dots_function_call>'] },
  results: { each: '<tool_response>$result</tool_response>', as: 'text', between: '\n' },
  lesson: {
    ...INVOKE_LESSON,
    paragraphs: ['# Tools', '<tools>\n$tools\n</tools>', ...INVOKE_LESSON.paragraphs],
    tool: asFunction,
  },
})
