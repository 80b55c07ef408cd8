import type { ToolSpec } from '../canonical/message.ts'
import { plainText, type SpokenCall } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { readTaggedBlock, readTaggedCalls } from '../toolkit/tagged-block.ts'
import { type TaggedShape, taggedMarks } from '../toolkit/tagged-call.ts'

const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'
const FUNCTION = '<function='
const OPENERS = [OPEN, FUNCTION]

const shape: TaggedShape = {
  call: { open: [FUNCTION], headEnd: ['>'], close: ['</function>'] },
  parameter: { open: ['<parameter='], headEnd: ['>'], close: ['</parameter>'] },
  space: 'newline',
}
const block = taggedMarks(shape, [CLOSE])

/**
 * A tag for the call, a tag for every parameter; one line break at each end of a value is markup.
 *
 *     <tool_call>
 *     <function=find_book>
 *     <parameter=title>
 *     Momo
 *     </parameter>
 *     </function>
 *     </tool_call>
 */
export const qwen3Coder = defineDialect({
  id: 'qwen3-coder',
  title: 'Qwen3-Coder',
  speakers: ['Qwen3-Coder', 'Qwen3.5', 'Nemotron 3', 'Step-3.5', 'MiMo'],
  markup: [OPEN, CLOSE, FUNCTION, '</function>', '<parameter=', '</parameter>', '<tool_response>', '</tool_response>'],
  openers: OPENERS,
  stop: ['<tool_response>'],
  instruct: (tools: readonly ToolSpec[]) => tools.map((tool) => tool.name).join(),
  formatCalls: (calls) =>
    calls
      .map(
        (call) =>
          `${OPEN}\n${FUNCTION}${call.name}>\n${Object.entries(call.input)
            .map(([name, value]) => `<parameter=${name}>\n${written(value)}\n</parameter>\n`)
            .join('')}</function>\n${CLOSE}`,
      )
      .join('\n'),
  formatResults: (results) => results.map((result) => `<tool_response>\n${plainText(result)}\n</tool_response>`).join('\n'),

  *parse(reading) {
    let opening = yield* reading.prose.until(OPENERS)
    while (opening) {
      const bounds = { opener: opening.text, closers: [CLOSE], barriers: [OPEN] }
      if (opening.text === OPEN) yield* readTaggedBlock(reading, bounds, block)
      else {
        reading.source.record(opening.text)
        yield* readTaggedCalls(reading, { ...bounds, closers: [CLOSE, '</function>'] }, block)
      }
      opening = yield* reading.prose.until(OPENERS)
    }
  },
})

const written = (value: SpokenCall['input'][string]): string => (typeof value === 'string' ? value : JSON.stringify(value))
