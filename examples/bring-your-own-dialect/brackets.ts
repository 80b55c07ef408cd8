import { defineDialect, inputJson, plainText } from '@parley/dialects'
import { readJsonBlock, teach } from '@parley/dialects/toolkit'

const OPEN = '⟦⟦'
const CLOSE = '⟧⟧'
const RESULT = '⟦⟦result '

/**
 * JSON between brackets that nobody types by accident. They are doubled because a mark of one character cannot be defused.
 *
 *     ⟦⟦{"name": "find_book", "arguments": {"title": "Momo"}}⟧⟧
 */
export const brackets = defineDialect({
  id: 'brackets',
  title: 'Brackets',
  speakers: [],
  markup: [OPEN, CLOSE],
  openers: [OPEN],
  stop: [RESULT],

  instruct: (tools, choice) =>
    teach(
      {
        intro: `To use a tool, write the call between ${OPEN} and ${CLOSE}, then stop.`,
        definition: ({ name, description, parameters }) => JSON.stringify({ name, description, parameters }),
        call: `${OPEN}{"name": "{tool_name}", "arguments": {arguments}}${CLOSE}`,
        result: `${RESULT}{result}${CLOSE}`,
      },
      tools,
      choice,
    ),

  formatCalls: (calls) =>
    calls.map((call) => `${OPEN}{"name": ${JSON.stringify(call.name)}, "arguments": ${inputJson(call)}}${CLOSE}`).join('\n'),

  formatResults: (results) => results.map((result) => `${RESULT}${plainText(result)}${CLOSE}`).join('\n'),

  *parse(reading) {
    let opening = yield* reading.prose.until([OPEN])
    while (opening) {
      yield* readJsonBlock(reading, { opener: opening.text, closers: [CLOSE], barriers: [OPEN] })
      opening = yield* reading.prose.until([OPEN])
    }
  },
})
