import { inputJson, plainText } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { readJsonBlock } from '../toolkit/json-block.ts'

const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'
const OPENERS = [OPEN]

/**
 * JSON inside a tag; the most widely spoken dialect.
 *
 *     <tool_call>
 *     {"name": "get_weather", "arguments": {"city": "Oslo"}}
 *     </tool_call>
 */
export const hermes = defineDialect({
  id: 'hermes',
  title: 'Hermes',
  speakers: ['Hermes 2 Pro', 'Hermes 3', 'Qwen2.5', 'QwQ', 'Qwen3'],
  markup: [OPEN, CLOSE, '<tool_response>', '</tool_response>'],
  openers: OPENERS,
  stop: ['<tool_response>'],
  instruct: () => '',
  formatCalls: (calls) =>
    calls.map((call) => `${OPEN}\n{"name": ${JSON.stringify(call.name)}, "arguments": ${inputJson(call)}}\n${CLOSE}`).join('\n'),
  formatResults: (results) => results.map((result) => `<tool_response>\n${plainText(result)}\n</tool_response>`).join('\n'),

  *parse(reading) {
    let opening = yield* reading.prose.until(OPENERS)
    while (opening) {
      yield* readJsonBlock(reading, { opener: opening.text, closers: [CLOSE], barriers: OPENERS })
      opening = yield* reading.prose.until(OPENERS)
    }
  },
})
