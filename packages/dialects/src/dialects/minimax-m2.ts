import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'
import { INVOKE_LESSON, invokeTags } from './anthropic.ts'

export const minimaxM2 = tagsDialect({
  id: 'minimax-m2',
  title: 'MiniMax M2',
  speakers: ['MiniMax-M2'],
  calls: { ...invokeTags(), section: ['<minimax:tool_call>\n', '\n</minimax:tool_call>'] },
  results: { each: '<response>$result</response>', as: 'text', between: '\n', around: [']~b]tool\n', '[e~['] },
  lesson: {
    ...INVOKE_LESSON,
    paragraphs: ['# Tools', '<tools>\n$tools\n</tools>', ...INVOKE_LESSON.paragraphs],
    tool: asObject,
    each: '<tool>$tool</tool>',
  },
  turns: [']~b]', '[e~['],
})
