import { SPACE, WORD } from '../engine/sequence-mark.ts'
import type { LessonShape } from '../shapes/shape-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'
import { pythonWords } from '../shapes/tags/write-tags.ts'
import { asElement, asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 * A tag for the call, a tag for every parameter:
 *
 *     <tool_call>
 *     <function=find_book>
 *     <parameter=title>
 *     Momo
 *     </parameter>
 *     </function>
 *     </tool_call>
 */
export const functionTags = {
  call: '<function=$name>\n$parameters</function>',
  parameter: '<parameter=$key>\n$value\n</parameter>\n',
  section: ['<tool_call>\n', '\n</tool_call>'],
  sectionEach: true,
  between: '\n',
  values: pythonWords,
  wrappers: ['arguments'],
  otherwise: {
    call: '<function name="$name">\n$parameters</function>',
    parameter: '<parameter name="$key">\n$value\n</parameter>\n',
  },
} as const satisfies TagsShape

/** Models forget the tag around the call. */
export const functionSigns = [
  ['<tool_call>', SPACE, '<function='],
  ['<tool_call>', SPACE, '<function name='],
  ['<function=', WORD, '>', SPACE, '<parameter='],
  ['<function=', WORD, '>', SPACE, '</function>'],
] as const

export const functionLesson: LessonShape = {
  paragraphs: [
    '# Tools',
    'You have access to the following functions:',
    '<tools>\n$tools\n</tools>',
    'To call a function, answer in this format and add nothing after it:',
    '$call',
    [
      '- Each parameter has a tag of its own; give every required one.',
      '- Values are written as they are, without escapes; lists and objects as JSON.',
      '- You may explain the call before it, never behind it.',
      '- The result comes from the user in <tool_response>. Never write one yourself.',
    ].join('\n'),
  ],
  tool: asFunction,
  examples: [{ name: 'function_name', key: 'parameter_1', value: 'value_1' }],
}

export const functionResults = { each: '<tool_response>\n$result\n</tool_response>', between: '\n' }
export const chatTurns = ['<|im_start|>', '<|im_end|>']
/** vLLM (#35687), SGLang and llama.cpp end the thought at the call: these models forget to. */
const thoughts = { ends: ['<|im_end|>'], callsEndThoughts: true } as const

export const qwen3Coder = tagsDialect({
  id: 'qwen3-coder',
  title: 'Qwen3-Coder',
  speakers: ['Qwen3-Coder', 'MiMo', 'BerryLM', 'Intern-S2'],
  calls: { ...functionTags, knownBy: functionSigns },
  results: functionResults,
  lesson: { ...functionLesson, tool: asElement },
  turns: chatTurns,
  ...thoughts,
})

/** The same calls; its template lists tools as JSON. The other reads for it where the dialect is not known. */
export const qwen35 = tagsDialect({
  id: 'qwen3.5',
  title: 'Qwen3.5',
  speakers: ['Qwen3.5', 'Nemotron 3'],
  calls: { ...functionTags, knownBy: [] },
  results: functionResults,
  lesson: functionLesson,
  turns: chatTurns,
  ...thoughts,
})
