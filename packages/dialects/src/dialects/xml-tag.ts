import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { teach } from '../toolkit/lesson.ts'
import { callJson } from '../toolkit/write-calls.ts'

const OPEN = '<tool_code>'
const CLOSE = '</tool_code>'
const OPENERS = [OPEN]

/**
 * JSON inside a tag, for models that keep to tags better than to bare JSON. JSON escapes the code that it carries, so
 * no code can break the markup.
 *
 *     <tool_code>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_code>
 */
export const xmlTag = defineDialect({
  id: 'xml-tag',
  title: 'XML Tag',
  speakers: [],
  markup: [OPEN, CLOSE, '<tool_result>', '</tool_result>'],
  openers: OPENERS,
  stop: ['<tool_result>'],

  instruct: (tools, choice) =>
    teach(
      {
        intro: [
          '### TOOL_USE_PROTOCOL',
          'You can invoke tools by wrapping your request in `<tool_code>` tags.',
          '- **Workflow**:',
          '  1. Think about the parameters needed.',
          '  2. Output `<tool_code>` containing the tool name and parameters as one JSON object.',
          '  3. Stop generating and wait for the user to provide `<tool_result>`.',
          '- **Constraints**:',
          '  - The JSON must be valid: escape quotes and line breaks inside strings.',
          '  - To invoke several tools, write one `<tool_code>` element for each.',
        ].join('\n'),
        definition: (tool) =>
          [
            `#### Tool: ${tool.name}`,
            `- **Description**: ${tool.description}`,
            `- **Parameters (JSON Schema)**: ${JSON.stringify(tool.parameters)}`,
          ].join('\n'),
        call: `${OPEN}\n{\n  "name": "{tool_name}",\n  "arguments": {json_object}\n}\n${CLOSE}`,
        result: '<tool_result><id>{call_id}</id><content>{raw_result_value}</content></tool_result>',
      },
      tools,
      choice,
    ),

  grammar: ({ text, space, callObject }) => ({
    trigger: OPEN,
    call: (tool) => `${text(OPEN)} ${space} ${callObject(tool)} ${space} ${text(CLOSE)}`,
    between: space,
  }),

  formatCalls: (calls) => calls.map((call) => `${OPEN}\n${callJson(call)}\n${CLOSE}`).join('\n'),

  formatResults: (results) =>
    results
      .map((result) => {
        const outcome = result.outcome === 'ok' ? '' : `[${result.outcome}] `
        return `<tool_result><id>${result.callId}</id><content>${outcome}${resultText(result)}</content></tool_result>`
      })
      .join('\n'),

  parse: jsonCalls({ openers: OPENERS, closers: [CLOSE] }),
})
