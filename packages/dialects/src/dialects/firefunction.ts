import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 * A word directly before a list; nothing closes it.
 *
 *     functools[{"name": "find_book", "arguments": {"tags": ["a", "b"]}}]
 */
export const functools = {
  // The word alone is a module of Python's library.
  calls: { section: ['functools[', ']'], between: ', ', opens: [{ mark: 'functools', before: '[' }] },
  lesson: {
    paragraphs: [
      'To call tools, answer with the word `functools` directly before a JSON list of the calls, and with nothing else:',
      '$call',
    ],
    betweenTools: ', ',
    examples: [{ name: '"{tool name}"', input: '{object with the arguments}' }],
  },
} as const

export const firefunctionV2 = jsonDialect({
  id: 'firefunction-v2',
  title: 'Firefunction 2',
  speakers: ['Firefunction 2'],
  calls: functools.calls,
  results: { each: '<|start_header_id|>tool<|end_header_id|>\n\n$result<|eot_id|>' },
  stop: ['<|start_header_id|>'],
  lesson: {
    ...functools.lesson,
    paragraphs: ['Available functions as JSON:\n[$tools]', ...functools.lesson.paragraphs],
    tool: asFunction,
  },
})
