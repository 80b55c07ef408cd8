import { SPACE, WORD } from '../engine/sequence-mark.ts'
import { pythonDialect, pythonLesson } from '../shapes/python/python-dialect.ts'
import { readAllMarked } from '../shapes/python/read-python.ts'

/**
 * One call per line, no brackets, no commas:
 *
 *     <function_calls>
 *     find_book(title="Momo")
 *     ping()
 *     </function_calls>
 */
export const olmo3 = pythonDialect(
  {
    id: 'olmo3',
    title: 'OLMo 3',
    speakers: ['OLMo 3'],
    calls: { section: ['<function_calls>\n', '\n</function_calls>'], between: '\n' },
    signs: () => [['<function_calls>', SPACE, WORD, '(']],
    results: { each: '<|im_start|>environment\n$result<|im_end|>', between: '\n' },
    lesson: pythonLesson('<functions>[$tools]</functions>'),
  },
  { parse: (reading) => readAllMarked(reading, ['<function_calls>'], '</function_calls>') },
)
