import { SPACE } from '../engine/sequence-mark.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { chatTurns, functionLesson, functionTags } from './qwen.ts'

/** The calls of Qwen3-Coder in a tag of its own. */
export const zaya1 = tagsDialect({
  id: 'zaya1',
  title: 'ZAYA1',
  speakers: ['ZAYA1'],
  calls: {
    ...functionTags,
    section: ['<zyphra_tool_call>\n', '\n</zyphra_tool_call>'],
    knownBy: [
      ['<zyphra_tool_call>', SPACE, '<function='],
      ['<zyphra_tool_call>', SPACE, '{'],
    ],
  },
  results: { each: '<zyphra_tool_response>\n$result\n</zyphra_tool_response>', between: '\n' },
  lesson: {
    ...functionLesson,
    paragraphs: functionLesson.paragraphs.map((paragraph) => paragraph.replace('<tool_response>', '<zyphra_tool_response>')),
  },
  turns: chatTurns,
  ends: ['<|im_end|>'],
})
