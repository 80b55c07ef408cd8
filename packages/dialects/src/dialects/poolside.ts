import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { keyAndValueLesson, keyAndValueTags } from './glm.ts'

export const poolsideV1 = tagsDialect({
  id: 'poolside-v1',
  title: 'Poolside',
  speakers: ['Poolside Laguna'],
  calls: keyAndValueTags('\n'),
  results: { each: '<tool_response>\n$result\n</tool_response>', as: 'text', between: '\n' },
  lesson: {
    ...keyAndValueLesson,
    paragraphs: keyAndValueLesson.paragraphs.map((paragraph) =>
      paragraph.replace('<tools>\n$tools\n</tools>', '<available_tools>\n$tools\n</available_tools>'),
    ),
  },
})
