import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, take, UntilMark } from '../../engine/readers.ts'
import type { Reading } from '../reading/reading.ts'
import { InputWriter } from '../values/input-writer.ts'
import { parameterSchema, typesOf } from '../values/schema-types.ts'

const AT = new MarkSet(['@'])
const LINE_END = new MarkSet(['\n'])
const NAME_END = new MarkSet([':', '<<', '\n'])

/**
 * Parameters on lines of their own:
 *
 *     @path: /a.txt
 *     @content <<END
 *     hello
 *     END
 */
export function* readDelimitedBody(
  reading: Reading,
  call: CallWriter,
  { tool, end }: { readonly tool: string; readonly end: string },
): Step {
  const { source } = reading
  const ends = new MarkSet([end])
  const input = new InputWriter(call)
  for (;;) {
    const next = yield* peekSolid(source)
    if ((yield* take(source, ends)) !== undefined) break
    if ((yield* take(source, AT)) === undefined)
      throw new Damage(next === '' ? say('call.between-parameters') : say('call.parameter-or-mark', { mark: end, next }))
    yield* readParameter(reading, input, tool)
  }
  input.close()
}

function* readParameter({ source, tools }: Reading, input: InputWriter, tool: string): Step {
  let name = ''
  const { found } = yield* source.run(new UntilMark(NAME_END, (piece) => (name += name.length > 256 ? '' : piece)))
  const key = name.trim()
  if (found === undefined || found.text === '\n' || key === '') throw new Damage(say('call.parameter-valueless'))
  input.begin(key, typesOf(parameterSchema(tools, tool, key)))
  let line = ''
  const ended = yield* source.run(new UntilMark(LINE_END, (piece) => (line += piece)))
  if (!ended.found) throw new Damage(say('call.parameter-breaks-off', { name: key }))
  if (found.text === ':') input.raw(line.trim())
  else yield* readUntilWord(source, line.trim(), input.raw)
  input.end()
}

/** Text up to a line that is `word`. The line break before that line is not part of it. */
function* readUntilWord(source: Reading['source'], word: string, sink: (text: string) => void): Step {
  if (!/^\S{1,64}$/.test(word)) throw new Damage(say('call.word-expected'))
  const mark = {
    id: word,
    lead: '\n',
    reach: word.length + 2,
    match(text: string, at: number, ended: boolean): number {
      const wanted = `\n${word}`
      if (!text.startsWith(wanted, at)) return wanted.startsWith(text.slice(at)) && !ended ? -2 : -1
      const after = text.charAt(at + wanted.length)
      if (after === '') return ended ? wanted.length : -2
      return after === '\n' || after === '\r' ? wanted.length : -1
    },
  }
  const { found } = yield* source.run(new UntilMark(new MarkSet([mark]), sink))
  if (found === undefined) throw new Damage(say('call.line-missing', { word }))
}

interface FreeBody {
  readonly tool: string
  readonly end: string
  /** The value in the header. */
  readonly primary: string
  /** The parameters, in the order in which header and body fill them. */
  readonly names: readonly string[]
  readonly barriers: readonly string[]
}

/** The short form: the header holds the first parameter, everything below it is the second. */
export function* readFreeBody(
  { source, tools }: Reading,
  call: CallWriter,
  { tool, end, primary, names, barriers }: FreeBody,
): Step {
  const input = new InputWriter(call)
  const [first = 'input', second] = names
  input.begin(first, typesOf(parameterSchema(tools, tool, first)))
  input.raw(primary)
  input.end()
  if (second !== undefined) input.begin(second, typesOf(parameterSchema(tools, tool, second)))
  const sink = second === undefined ? (): void => {} : input.raw
  const { found } = yield* source.run(new UntilMark(new MarkSet([`\n${end}`, end, ...barriers]), sink))
  if (found && barriers.includes(found.text)) source.giveBack(found.text)
  if (second !== undefined) input.end()
  input.close()
}
