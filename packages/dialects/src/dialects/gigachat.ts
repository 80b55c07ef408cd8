import { SPACE } from '../engine/sequence-mark.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asIndentedTypeScript } from '../shapes/tools/tool-spellings.ts'

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
