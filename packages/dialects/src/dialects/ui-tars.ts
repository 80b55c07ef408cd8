import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { chatTurns, functionLesson, functionResults, functionSigns, functionTags } from './qwen.ts'

/** The calls of Qwen3-Coder, each value on the line of its tag. */
export const uiTars = tagsDialect({
  id: 'ui-tars',
  title: 'UI-TARS',
  speakers: ['UI-TARS (by prompt)'],
  calls: { ...functionTags, parameter: '<parameter=$key>$value</parameter>\n', knownBy: functionSigns },
  results: functionResults,
  lesson: functionLesson,
  turns: chatTurns,
})
