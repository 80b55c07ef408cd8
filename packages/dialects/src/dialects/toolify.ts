import { resultText } from '../canonical/outcome-words.ts'
import { inputJson } from '../canonical/part.ts'
import { say } from '../canonical/words.ts'
import type { Dialect } from '../dialect.ts'
import type { CallWriter } from '../engine/call-writer.ts'
import { CLOSER_MISSING, Damage } from '../engine/damage.ts'
import { MarkSet } from '../engine/marks.ts'
import { peekSolid, type Step, skipSpace, take, UntilMark } from '../engine/readers.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { readInput } from '../shapes/json/call-shape.ts'
import { argumentsJson } from '../shapes/json/json-spellings.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { endDamaged, unreadable } from '../shapes/reading/salvage.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { cdata } from '../shapes/tags/tag.ts'
import { asLines } from '../shapes/tools/tool-spellings.ts'

const CLOSE = '</function_calls>'
const OPENERS = [sequenceMark('trigger', ['<Function_', WORD, '/>', SPACE, '<function_calls>'])]
const CALL = new MarkSet(['<function_call>'])
const TOOL = new MarkSet(['<tool>'])
const TOOL_END = new MarkSet(['</tool>', '<'])
const INPUT = new MarkSet(['<args_json>'])
const CDATA = new MarkSet(['<![CDATA['])
const CDATA_END = new MarkSet([']]>'])
const INPUT_END = new MarkSet(['</args_json>'])
const CALL_END = new MarkSet(['</function_call>'])
const BLOCK_END = new MarkSet([CLOSE])

/** The same with a trigger of your own: one that no quoted text can know. Any trigger is read. */
export function createToolify({ trigger }: { readonly trigger: string }): Dialect {
  const start = `<Function_${trigger}_Start/>`
  return shapeDialect(
    {
      id: 'toolify',
      title: 'Toolify',
      speakers: ['Toolify (by prompt)'],
      results: { each: '<tool_result>\n$result\n</tool_result>' },
      lesson: taught({
        intro: `### TOOL_USE_PROTOCOL\nYou can use tools. To call some, write the line ${start} and behind it the block shown below. Only a block behind that line is a call; write nothing after it.`,
        tool: asLines,
        each: '#### $name\n$tool',
        call: `${start}\n<function_calls>\n<function_call>\n<tool>tool_name</tool>\n<args_json>${cdata('{"parameter": "value"}')}</args_json>\n</function_call>\n${CLOSE}`,
        result: 'Tool: tool_name\nArguments: {"parameter": "value"}\n<tool_result>\nthe result\n</tool_result>',
      }),
      patience: 200,
    },
    {
      marks: [start, '<function_calls>', CLOSE, '<function_call>', '</function_call>', '<args_json>', '</args_json>'],
      signs: () => OPENERS,
      format: (calls) =>
        `${start}\n<function_calls>\n${calls.map((call) => `<function_call>\n<tool>${call.name}</tool>\n<args_json>${cdata(inputJson(call).replaceAll(']]>', ']]\\u003e'))}</args_json>\n</function_call>\n`).join('')}${CLOSE}`,
      *parse(reading) {
        let opening = yield* reading.prose.until(OPENERS)
        while (opening) {
          yield* readBlock(reading, opening.text)
          opening = yield* reading.prose.until(OPENERS)
        }
      },
    },
    {
      formatResults: (results, calls = []) =>
        results
          .map((result) => {
            const call = calls.find(({ id }) => id === result.callId)
            return [
              `Tool: ${result.name}`,
              ...(call ? [`Arguments: ${argumentsJson(call)}`] : []),
              `<tool_result>\n${resultText(result)}\n</tool_result>`,
            ].join('\n')
          })
          .join('\n\n'),
    },
  )
}

/**
 * A line that nothing else contains must stand before the calls, so text that only quotes a call is never one:
 *
 *     <Function_x7Qp_Start/>
 *     <function_calls>
 *     <function_call>
 *     <tool>find_book</tool>
 *     <args_json><![CDATA[{"title": "Momo"}]]></args_json>
 *     </function_call>
 *     </function_calls>
 */
export const toolify = createToolify({ trigger: 'Parley' })

function* readBlock(reading: Reading, opener: string): Step {
  const { source, write } = reading
  source.record(opener)
  let call: CallWriter | undefined
  let whole = true
  try {
    for (;;) {
      yield* skipSpace(source)
      const again = yield* take(source, CALL)
      if (again === undefined) break
      if (call) {
        call.end(source.takeRecord().slice(0, -again.length))
        source.record(again)
      }
      call = write.call()
      whole = false
      yield* readCall(reading, call)
      whole = true
    }
    if (!call) return write.text(source.takeRecord())
    if ((yield* take(source, BLOCK_END)) === undefined) call.flaw(CLOSER_MISSING)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage) || !call || whole) throw error
    call.broken((yield* endDamaged(reading, { opener, closers: [CLOSE], barriers: [] })).text, unreadable(error.sentence))
  }
}

function* readCall(reading: Reading, call: CallWriter): Step {
  const { source } = reading
  yield* want(reading, TOOL, '<tool>')
  let name = ''
  const { found } = yield* source.run(new UntilMark(TOOL_END, (piece) => (name += name.length > 512 ? '' : piece)))
  if (found?.text !== '</tool>') throw new Damage(say('call.name-unclosed'))
  call.name(name.trim())
  yield* want(reading, INPUT, '<args_json>')
  yield* skipSpace(source)
  const quoted = (yield* take(source, CDATA)) !== undefined
  yield* skipSpace(source)
  yield* readInput(source, call)
  if (quoted) yield* want(reading, CDATA_END, ']]>')
  yield* want(reading, INPUT_END, '</args_json>')
  yield* want(reading, CALL_END, '</function_call>')
}

function* want({ source }: Reading, mark: MarkSet, name: string): Step {
  const next = yield* peekSolid(source)
  if ((yield* take(source, mark)) === undefined)
    throw new Damage(next === '' ? say('call.breaks-off-at', { mark: name }) : say('call.mark-expected', { mark: name, next }))
}
