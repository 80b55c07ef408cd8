import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { keyAndValueLesson, keyAndValueTags } from './glm.ts'

export const ling3 = tagsDialect({
  id: 'ling-3',
  title: 'Ling 3',
  speakers: ['Ling-3.0'],
  calls: keyAndValueTags('\n'),
  results: {
    each: '\n<tool_response>\n$result\n</tool_response>',
    as: 'text',
    around: ['<role>OBSERVATION</role>', '<|role_end|>'],
  },
  stop: ['<role>OBSERVATION</role>'],
  lesson: keyAndValueLesson,
  turns: ['<role>OBSERVATION</role>', '<role>'],
})
