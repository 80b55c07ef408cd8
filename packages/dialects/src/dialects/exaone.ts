import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { functionLesson, functionSigns, functionTags } from './qwen.ts'

/** The calls of Qwen3-Coder; results and tools in tags of its own. */
export const kExaone2 = tagsDialect({
  id: 'k-exaone-2',
  title: 'K-EXAONE 2',
  speakers: ['K-EXAONE-2.0'],
  calls: { ...functionTags, knownBy: functionSigns },
  results: { each: '<tool_result>\n$result\n</tool_result>', between: '\n' },
  lesson: {
    ...functionLesson,
    paragraphs: functionLesson.paragraphs.map((paragraph) =>
      paragraph.replace('<tools>\n$tools\n</tools>', '$tools').replace('<tool_response>', '<tool_result>'),
    ),
    each: '<tool>$tool</tool>',
  },
})
