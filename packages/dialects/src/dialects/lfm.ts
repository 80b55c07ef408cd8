import type { Dialect } from '../dialect.ts'
import { pythonDialect, pythonLesson } from '../shapes/python/python-dialect.ts'
import { listOpeners, readAllMarked, readBareList, readMarkedCalls } from '../shapes/python/read-python.ts'
import type { Surroundings } from '../shapes/shape-dialect.ts'

const OPEN = '<|tool_call_start|>'
const CLOSE = '<|tool_call_end|>'

type Variant = Pick<Surroundings, 'id' | 'title' | 'speakers' | 'results' | 'lesson' | 'signs'>

/**
 * A Python list between special tokens:
 *
 *     <|tool_call_start|>[find_book(title="Momo")]<|tool_call_end|>
 */
// @__NO_SIDE_EFFECTS__
function lfm(variant: Variant): Dialect {
  return pythonDialect(
    {
      ...variant,
      calls: { section: [`${OPEN}[`, `]${CLOSE}`], between: ', ' },
      stop: ['<|tool_response_start|>', '<|im_start|>'],
      turns: ['<|tool_response_start|>', '<|tool_response_end|>', '<|tool_list_start|>', '<|tool_list_end|>'],
      frames: [CLOSE],
      patience: 200,
    },
    {
      *parse(reading) {
        const opening = yield* reading.prose.until([OPEN, ...listOpeners(reading.tools)])
        // Where special tokens are skipped, only the list is left. One behind a call is its echo.
        if (opening?.text.startsWith('[')) yield* readBareList(reading, opening.text)
        else if (opening) yield* readMarkedCalls(reading, opening.text, CLOSE)
        yield* readAllMarked(reading, [OPEN], CLOSE)
      },
    },
  )
}

export const lfm2 = lfm({
  id: 'lfm2',
  title: 'LFM2',
  speakers: ['LFM2'],
  results: {
    each: '<|im_start|>tool\n<|tool_response_start|>$result<|tool_response_end|><|im_end|>',
    as: 'text',
    between: '\n',
  },
  lesson: pythonLesson('List of tools: <|tool_list_start|>[$tools]<|tool_list_end|>'),
})

/** The same calls; results and tools without tokens around them. The other reads for it where the dialect is not known. */
export const lfm25 = lfm({
  id: 'lfm2.5',
  title: 'LFM2.5',
  speakers: ['LFM2.5'],
  results: { each: '<|im_start|>tool\n$result<|im_end|>', as: 'text', between: '\n' },
  lesson: pythonLesson('List of tools: [$tools]'),
  signs: () => [],
})
