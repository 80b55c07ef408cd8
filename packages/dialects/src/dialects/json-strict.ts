import type { JsonSchema } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { inputJson, plainText } from '../canonical/part.ts'
import { MarkSet } from '../engine/marks.ts'
import { peekSolid, type Step, skipSpace, take } from '../engine/readers.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { readCalls } from '../shapes/json/json-block.ts'
import { expect, readValue, readWholeText } from '../shapes/json/read-json.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { asSignature } from '../shapes/tools/tool-spellings.ts'

const KEY = '"tool_calls"'
const OPENERS = [sequenceMark('fenced', ['```', WORD, SPACE, '{', SPACE, KEY]), sequenceMark('object', ['{', SPACE, KEY])]
const COLON = new MarkSet([':'])
const COMMA = new MarkSet([','])
const OPEN_LIST = new MarkSet(['['])
const CLOSE_LIST = new MarkSet([']'])
const FENCE = new MarkSet(['```'])

/**
 * The default: one bare object, the arguments written into a string.
 *
 *     {"tool_calls": [{"id": "call_1", "type": "function",
 *       "function": {"name": "find_book", "arguments": "{\"title\": \"Momo\"}"}}]}
 */
export const jsonStrict = shapeDialect(
  {
    id: 'json-strict',
    title: 'JSON Strict',
    speakers: [],
    results: { each: '{"tool_call_result":{"toolCallId":$quoted,"result":$result}}', as: 'json', between: '\n' },
    stop: ['{"tool_call_result"', '{\n  "tool_call_result"'],
    lesson: taught({
      intro: [
        '### TOOL_USE_PROTOCOL',
        'You have access to a set of client-side tools. To use a tool, you must output a JSON object strictly following the `tool_calls` schema defined below.',
        '- **Trigger**: When you need external data or action, output the JSON immediately.',
        '- **Constraints**:',
        '  - Do NOT wrap the JSON in markdown code blocks (like ```json).',
        '  - The JSON must be valid and parsable.',
        '  - You can invoke multiple tools in one `tool_calls` array if needed.',
      ].join('\n'),
      tool: asSignature,
      each: '#### Available Tool: $name\n- **Description**: $description\n- **Schema**: $tool',
      call: '{"tool_calls":[{"id":"call_{unique_id}","type":"function","function":{"name":"{tool_name}","arguments":"{json_string_of_arguments}"}}]}',
      result: '{"tool_call_result":{"toolCallId":"call_{unique_id}","result":{raw_result_value}}}',
    }),
    turns: ['"tool_call_result"'],
    patience: 256,
  },
  {
    marks: [KEY],
    signs: () => OPENERS,
    format: (calls) =>
      JSON.stringify({
        tool_calls: calls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: inputJson(call) },
        })),
      }),

    grammar: ({ text, space, inputInString }) => {
      const [colon, comma] = [`${space} ":" ${space}`, `${space} "," ${space}`]
      const id = `${text('"id"')} ${colon} "\\"" [a-zA-Z0-9_-]{1,40} "\\""`
      const type = `${text('"type"')} ${colon} ${text('"function"')}`
      return {
        trigger: `{${KEY}`,
        open: `"{" ${space} ${text(KEY)} ${colon} "[" ${space}`,
        call: (tool) => {
          const name = `${text('"name"')} ${colon} ${text(JSON.stringify(tool.name))}`
          const called = `"{" ${space} ${name} ${comma} ${text('"arguments"')} ${colon} ${inputInString(tool)} ${space} "}"`
          return `"{" ${space} ${id} ${comma} ${type} ${comma} ${text('"function"')} ${colon} ${called} ${space} "}"`
        },
        between: comma,
        close: `${space} "]" ${space} "}"`,
      }
    },

    *parse(reading) {
      let opening = yield* reading.prose.until(OPENERS)
      while (opening) {
        yield* readEnvelope(reading, opening.text, opening.mark.id === 'fenced')
        opening = yield* reading.prose.until(OPENERS)
      }
    },
  },
  {
    answerSchema,
    // What went wrong stands under a key of its own.
    formatResults: (results) =>
      results.map((result) => JSON.stringify({ tool_call_result: { toolCallId: result.callId, ...answer(result) } })).join('\n'),
  },
)

/** The arguments are text for whoever reads the schema: what stands in the string is held to nothing. */
function answerSchema(tools: readonly ToolSpec[]): JsonSchema {
  const called = objectSchema({ name: { type: 'string', enum: tools.map(({ name }) => name) }, arguments: { type: 'string' } })
  const call = objectSchema({ id: { type: 'string' }, type: { type: 'string', enum: ['function'] }, function: called })
  return objectSchema({ tool_calls: { type: 'array', minItems: 1, items: call } })
}

const objectSchema = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

function answer(result: Parameters<typeof jsonStrict.formatResults>[0][number]): Record<string, unknown> {
  const value = result.data ?? plainText(result)
  return result.outcome === 'ok' ? { result: value } : { status: result.outcome, error: value }
}

function* readEnvelope(reading: Reading, opener: string, fenced: boolean): Step {
  const { source, write } = reading
  source.record(opener)
  yield* skipSpace(source)
  yield* take(source, COLON)
  yield* skipSpace(source)
  yield* take(source, OPEN_LIST)
  if ((yield* peekSolid(source)) !== '{') {
    write.text(source.takeRecord())
    return
  }
  yield* readCalls(reading, { opener, begun: opener.slice(opener.indexOf('{')), closers: [], barriers: OPENERS }, function* () {
    yield* take(source, CLOSE_LIST)
    while ((yield* peekSolid(source)) === ',') {
      yield* take(source, COMMA)
      yield* skipSpace(source)
      yield* readWholeText(source)
      yield* expect(source, ':')
      yield* skipSpace(source)
      yield* readValue(source)
    }
    yield* expect(source, '}')
    if (fenced) {
      yield* skipSpace(source)
      yield* take(source, FENCE)
    }
  })
}
