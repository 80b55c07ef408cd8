import { SPACE } from '../engine/sequence-mark.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { asFunction, asIndentedTypeScript } from '../shapes/tools/tool-spellings.ts'
import { INVOKE_LESSON, invokeTags } from './anthropic.ts'

/**
 *     I will check.<|function_call|>{"name": "find_book", "arguments": {"title": "Momo"}}
 */
export const gigachat3 = jsonDialect({
  id: 'gigachat3',
  title: 'GigaChat 3',
  speakers: ['GigaChat 3', 'GigaChat 3.1'],
  calls: {
    call: ['<|function_call|>', ''],
    between: '',
    // The older version opens a turn of its own for a call.
    alsoOpens: [['<|message_sep|>', SPACE, 'function call<|role_sep|>'], ['function call<|role_sep|>']],
    tails: ['</s>', '<|message_sep|>'],
  },
  openers: ['<|function_call|>', 'function call<|role_sep|>'],
  results: { each: 'function result<|role_sep|>\n$result<|message_sep|>', between: '\n\n' },
  stop: ['function result<|role_sep|>'],
  lesson: {
    paragraphs: [
      'To call a function, end your message with its name and arguments as a JSON object, one call per message:',
      '$call',
      '$choice',
      'function descriptions<|role_sep|>\nnamespace functions {\n$tools\n} // namespace functions\n\n<|message_sep|>',
    ],
    tool: asIndentedTypeScript,
    each: '$tool\n',
    examples: [{ name: '"{function name}"', input: '{object with the arguments}' }],
  },
  turns: ['<|role_sep|>', 'function call<|role_sep|>'],
  frames: ['</s>'],
  patience: 100,
})

/**
 * The value says itself whether it is a string:
 *
 *     <｜GCML｜tool_calls>
 *     <｜GCML｜invoke name="find_book">
 *     <｜GCML｜parameter name="title" string="true">Momo</｜GCML｜parameter>
 *     </｜GCML｜invoke>
 *     </｜GCML｜tool_calls>
 */
export const gigachat35 = tagsDialect({
  id: 'gigachat3.5',
  title: 'GigaChat 3.5',
  speakers: ['GigaChat 3.5'],
  calls: {
    ...invokeTags('｜GCML｜', '\n', ' string="$string"'),
    section: ['<｜GCML｜tool_calls>\n', '\n</｜GCML｜tool_calls>'],
  },
  results: { each: 'function result<|role_sep|>\n$result<|message_sep|>', between: '\n\n' },
  stop: ['function result<|role_sep|>'],
  lesson: { ...INVOKE_LESSON, paragraphs: ['# Tools', '$tools', ...INVOKE_LESSON.paragraphs], tool: asFunction },
  turns: ['<|role_sep|>', '<|message_sep|>'],
  frames: ['</s>'],
})
