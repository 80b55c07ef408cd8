import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { keyAndValueLesson } from './glm.ts'

/** What a value may say of itself between its key and its value. */
const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null', 'any']

/**
 * Keys and values in tags of their own, calls in a list:
 *
 *     <ifm|tool_calls>
 *     <ifm|tool_call>find_book
 *     <ifm|arg_key>title</ifm|arg_key>
 *     <ifm|arg_value>Momo</ifm|arg_value>
 *     </ifm|tool_call>
 *     </ifm|tool_calls>
 */
export const k2Horizon = tagsDialect({
  id: 'k2-horizon',
  title: 'K2 Horizon',
  speakers: ['K2 Horizon'],
  calls: {
    section: ['<ifm|tool_calls>\n', '\n</ifm|tool_calls>'],
    call: '<ifm|tool_call>$name\n$parameters</ifm|tool_call>',
    parameter: '<ifm|arg_key>$key</ifm|arg_key>\n<ifm|arg_value>$value</ifm|arg_value>\n',
    between: '\n',
    // Where it was asked for types, the schema knows them as well.
    also: {
      parameter: {
        headEnd: TYPES.flatMap((type) => ['', '\n'].map((line) => `</ifm|arg_key>${line}<ifm|arg_type>${type}</ifm|arg_type>`)),
      },
    },
  },
  results: { each: '<|ifm|im_start|>tool\n$result<|ifm|im_end|>' },
  stop: ['<|ifm|im_start|>'],
  lesson: keyAndValueLesson,
  turns: ['<|ifm|im_start|>', '<|ifm|im_end|>'],
  ends: ['<|ifm|im_end|>'],
  reasoning: ['think', 'think_fast', 'think_faster'].map((tag) => ({ open: `<ifm|${tag}>`, close: `</ifm|${tag}>` })),
})
