import { SPACE, WORD } from '../engine/sequence-mark.ts'
import type { LessonShape } from '../shapes/shape-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 * The name, then a tag for every key and every value:
 *
 *     <tool_call>find_book
 *     <arg_key>title</arg_key>
 *     <arg_value>Momo</arg_value>
 *     </tool_call>
 */
export function keyAndValueTags(line: '\n' | ''): TagsShape {
  return {
    call: `<tool_call>$name${line}$parameters</tool_call>`,
    parameter: `<arg_key>$key</arg_key>${line}<arg_value>$value</arg_value>${line}`,
    between: line,
    knownBy: [
      ['<tool_call>', WORD, SPACE, '<arg_key>'],
      ['<tool_call>', WORD, SPACE, '</tool_call>'],
    ],
  }
}

export const keyAndValueLesson: LessonShape = {
  paragraphs: [
    '# Tools',
    'You may call one or more functions to help with what the user asks. They are described here:',
    '<tools>\n$tools\n</tools>',
    'For each call, write the function name and its arguments in these tags:',
    '$call',
    'Strings are written as they are; numbers, lists and objects as JSON. Then stop: the result comes from the user.',
  ],
  tool: asFunction,
  examples: [{ name: '{function-name}', key: '{argument-name}', value: '{argument-value}' }],
}

const TURNS = ['<|observation|>', '<|user|>', '<|assistant|>', '<|system|>']

export const glm45 = tagsDialect({
  id: 'glm-4.5',
  title: 'GLM-4.5',
  speakers: ['GLM-4.5', 'GLM-4.6', 'Spark 3', 'HyperCLOVA X SEED Think'],
  calls: keyAndValueTags('\n'),
  results: { each: '\n<tool_response>\n$result\n</tool_response>', as: 'text', around: ['<|observation|>', ''] },
  lesson: keyAndValueLesson,
  turns: TURNS,
  // SGLang ends the thought at the call.
  callsEndThoughts: true,
})

export const glm47 = tagsDialect({
  id: 'glm-4.7',
  title: 'GLM-4.7',
  speakers: ['GLM-4.7', 'GLM-5'],
  calls: keyAndValueTags(''),
  results: { each: '<tool_response>$result</tool_response>', as: 'text', around: ['<|observation|>', ''] },
  lesson: keyAndValueLesson,
  turns: TURNS,
  // SGLang ends the thought at the call.
  callsEndThoughts: true,
})

/** The same; more often it writes a path and JSON, and mostly does not close that: `<tool_call>Library/find_book>{"title": "Momo"}`. */
export const glm53Flash = tagsDialect({
  id: 'glm-5.3-flash',
  title: 'GLM-5.3-Flash',
  speakers: ['GLM-5.3-Flash'],
  calls: {
    ...keyAndValueTags(''),
    paths: true,
    knownBy: [
      ['<tool_call>', WORD, '>', SPACE, '{'],
      ['<tool_call>', WORD, '/', WORD, '>', SPACE, '{'],
    ],
  },
  results: { each: '<tool_response>$result</tool_response>', as: 'text', around: ['<|observation|>', ''] },
  lesson: keyAndValueLesson,
  turns: TURNS,
  // SGLang ends the thought at the call.
  callsEndThoughts: true,
})
