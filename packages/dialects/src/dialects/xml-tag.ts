import { resultText } from '../canonical/outcome-words.ts'
import { say } from '../canonical/words.ts'
import type { CallWriter } from '../engine/call-writer.ts'
import { MarkSet } from '../engine/marks.ts'
import { peekSolid, type Step, skipSpace, take, WordReader } from '../engine/readers.ts'
import { sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { closeBlock, readJsonBlock, skipUnseen } from '../shapes/json/json-block.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { type Bounds, endAtMark, unreadable } from '../shapes/reading/salvage.ts'
import { taught } from '../shapes/shape-dialect.ts'
import { asSchema } from '../shapes/tools/tool-spellings.ts'

const OPEN = '<tool_code>'
const CLOSE = '</tool_code>'
const OPENERS = [OPEN]
const FENCE = new MarkSet([sequenceMark('fence', ['```', WORD])])
const LIST = new MarkSet(['['])
const LIST_END = new MarkSet([']'])
const BOUNDS: Bounds = { opener: OPEN, closers: [CLOSE], barriers: OPENERS }

/**
 * JSON inside a tag, for models that keep to tags better than to bare JSON. JSON escapes the code that it carries, so
 * no code can break the markup.
 *
 *     <tool_code>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_code>
 *
 * What models write in it as well: `<tool_code>find_book(title="Momo")</tool_code>`.
 */
export const xmlTag = jsonDialect(
  {
    id: 'xml-tag',
    title: 'XML Tag',
    speakers: [],
    calls: { call: [`${OPEN}\n`, `\n${CLOSE}`], between: '\n' },
    results: { each: '<tool_result><id>$id</id><content>$result</content></tool_result>', between: '\n' },
    lesson: taught({
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
      tool: asSchema,
      each: '#### Tool: $name\n- **Description**: $description\n- **Parameters (JSON Schema)**: $tool',
      call: `${OPEN}\n{"name": "{tool_name}", "arguments": {json_object}}\n${CLOSE}`,
      result: '<tool_result><id>{call_id}</id><content>{raw_result_value}</content></tool_result>',
    }),
  },
  {},
  {
    // Its inner elements may stand in any page.
    markup: [OPEN, CLOSE, '<tool_result>', '</tool_result>'],
    formatResults: (results) =>
      results
        .map((result) => {
          const outcome = result.outcome === 'ok' ? '' : `[${result.outcome}] `
          return `<tool_result><id>${result.callId}</id><content>${outcome}${resultText(result)}</content></tool_result>`
        })
        .join('\n'),

    *parse(reading) {
      let opening = yield* reading.prose.until(OPENERS)
      while (opening) {
        yield* readElement(reading)
        opening = yield* reading.prose.until(OPENERS)
      }
    },
  },
)

/** What stands in the tag decides how it is read; what nobody can read was still meant as a call. */
function* readElement(reading: Reading): Step {
  const { source } = reading
  source.record(OPEN)
  yield* skipSpace(source)
  yield* skipUnseen(reading)
  yield* take(source, FENCE)
  yield* peekSolid(source)
  yield* take(source, LIST)
  const next = yield* peekSolid(source)
  const before = source.recorded.length
  if (/[\p{L}_]/u.test(next)) yield* source.run(new WordReader())
  const called = source.recorded.length > before && (yield* peekSolid(source)) === '('
  const python = called ? reading.forms?.python : undefined
  source.giveBack(source.recorded.slice(python ? before : OPEN.length))
  if (python) return yield* python(reading, BOUNDS, (call) => closePython(reading, call))
  if (next !== '{') return yield* readUnreadable(reading)
  source.takeRecord()
  yield* readJsonBlock(reading, BOUNDS)
}

function* closePython(reading: Reading, call: CallWriter): Step {
  yield* take(reading.source, LIST_END)
  yield* peekSolid(reading.source)
  yield* take(reading.source, FENCE)
  yield* closeBlock(reading, BOUNDS, call)
}

/** `Write <tool_code> first.`: where words follow and nothing closes it, the tag was only mentioned. */
function* readUnreadable(reading: Reading): Step {
  const { text, closed } = yield* endAtMark(reading, BOUNDS)
  const body = text.slice(OPEN.length, closed ? -CLOSE.length : undefined)
  if (body.trim() !== '' && (closed || /^[\s]*\n|^[\p{L}_]/u.test(body)))
    return reading.write.call().broken(text, unreadable(say('call.neither')))
  reading.write.text(OPEN)
  reading.source.unread(text.slice(OPEN.length))
}
