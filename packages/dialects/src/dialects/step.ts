import { SPACE, WORD } from '../engine/sequence-mark.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'
import { INVOKE_LESSON, invokeTags } from './anthropic.ts'
import { chatTurns, functionLesson, functionTags } from './qwen.ts'

/** The calls of Qwen3-Coder. */
export const step35 = tagsDialect({
  id: 'step-3.5',
  title: 'Step-3.5',
  speakers: ['Step-3.5'],
  calls: { ...functionTags, knownBy: [] },
  results: {
    each: '<tool_response>$result</tool_response>',
    around: ['<|im_start|>tool_response\n', '<|im_end|>'],
  },
  stop: ['<tool_response>'],
  lesson: functionLesson,
  turns: chatTurns,
})

const CALL = ['<｜tool_call_begin｜>function<｜tool_sep｜>', '<｜tool_call_end｜>'] as const

/**
 *     <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="find_book">
 *     <steptml:parameter name="title">Momo</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>
 */
export const step3 = tagsDialect({
  id: 'step3',
  title: 'Step-3',
  speakers: ['Step-3'],
  calls: {
    ...invokeTags('steptml:', ''),
    section: ['<｜tool_calls_begin｜>', '<｜tool_calls_end｜>'],
    around: CALL,
    noise: ['<｜tool_call_begin｜>', 'function<｜tool_sep｜>', '<｜tool_sep｜>', '<｜tool_call_end｜>'],
  },
  results: { each: '<｜tool_outputs_begin｜>$result<｜tool_outputs_end｜>', as: 'text', between: '\n' },
  lesson: {
    ...INVOKE_LESSON,
    paragraphs: ['# Tools', '<tools>\n$tools\n</tools>', ...INVOKE_LESSON.paragraphs],
    tool: asFunction,
  },
})

const AUDIO_OPEN = '<tool_call>function'

/**
 * A word for the kind of call, the name and the arguments, each on a line of its own:
 *
 *     <tool_call>function
 *     find_book
 *     {"title": "Momo"}</tool_call>
 */
export const stepAudio2 = namedDialect(
  {
    id: 'step-audio-2',
    title: 'Step-Audio 2',
    speakers: ['Step-Audio 2'],
    calls: { call: `${AUDIO_OPEN}\n$name\n$input</tool_call>` },
    results: { each: '<|BOT|>function_output\ntool\n$result<|EOT|>' },
    stop: ['<|BOT|>function_output'],
    lesson: {
      paragraphs: [
        '# Tools\n\n[$tools]',
        'To call a function, write its name and its arguments like this, one element per call, and wait for the output:',
        '$call',
      ],
      tool: asFunction,
      betweenTools: ', ',
      examples: [{ name: '{function name}', input: '{arguments as a JSON object}' }],
    },
    signs: () => [[AUDIO_OPEN, SPACE, WORD, SPACE, '{']],
    turns: ['<|BOT|>'],
    ends: ['<|EOT|>'],
  },
  { openers: [AUDIO_OPEN] },
)
