import { isJsonObject, ownValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import type { SpokenCall } from '../canonical/part.ts'
import { say } from '../canonical/words.ts'
import { Damage } from '../engine/damage.ts'
import type { Mark } from '../engine/marks.ts'
import { MarkSet } from '../engine/marks.ts'
import { type Step, take, UntilMark } from '../engine/readers.ts'
import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import { readDelimitedBody, readFreeBody } from '../shapes/delimited/delimited-body.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { endDamaged, unreadable } from '../shapes/reading/salvage.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { writeArguments } from '../shapes/tags/write-tags.ts'
import { asLines } from '../shapes/tools/tool-spellings.ts'

const END = '=== end ==='
const HEADER_END = new MarkSet(['\n'])

/**
 * For large code without escapes. A text of several lines stands between two equal words that it does not contain:
 *
 *     === write_file ===
 *     @path: /a.txt
 *     @content <<END
 *     hello
 *     END
 *     === end ===
 *
 * The short form, `=== write_file: /a.txt ===` and the text below it, is read too.
 */
export const delimited = shapeDialect(
  {
    id: 'delimited',
    title: 'Delimited',
    speakers: [],
    results: { each: `=== result: $id ===\n$result\n${END}`, as: 'text', between: '\n' },
    stop: ['=== result:'],
    lesson: taught({
      intro: [
        '### TOOL_USE_PROTOCOL',
        'You can use tools. A call is a block of lines that begins with the name of the tool and ends with `=== end ===`.',
        '- A short value stands on one line: `@name: value`. Lists and objects are written as JSON.',
        '- A text of any length stands between two equal words: `@name <<WORD`, the text as it is, without escapes, then the line `WORD`. Choose a word that is no line of the text.',
      ].join('\n'),
      tool: asLines,
      each: '#### Tool: $name\n$tool',
      call: `=== {tool_name} ===\n@{parameter}: {value}\n@{parameter} <<END\n{text}\nEND\n${END}`,
      result: `=== result: {call_id} ===\n{result}\n${END}`,
    }),
    turns: ['=== result:'],
    patience: 200,
  },
  {
    marks: [END],
    toolMarkup: (tools) => tools.map(({ name }) => `=== ${name}`),
    signs: (tools) => headers(tools, '\n==='),
    format: (calls) => calls.map(formatCall).join('\n'),

    *parse(reading) {
      const atStart = headers(reading.tools, '===')
      const openers = headers(reading.tools, '\n===')
      const first = reading.prose.thinking ? undefined : yield* take(reading.source, new MarkSet(atStart))
      if (first !== undefined) yield* readCall(reading, first)
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        yield* readCall(reading, opening.text)
        opening = yield* reading.prose.until(openers)
      }
    },
  },
)

/** Only a line that names a known tool opens a call: headings are underlined with `===` too. */
function headers(tools: readonly ToolSpec[], bar: string): readonly Mark[] {
  return tools.flatMap(({ name }) => [
    sequenceMark(name, [bar, SPACE, name, SPACE, '===']),
    sequenceMark(name, [bar, SPACE, name, SPACE, ':']),
  ])
}

function formatCall(call: SpokenCall): string {
  return `=== ${call.name} ===\n${writeArguments(call, (name, text, value) => {
    if (typeof value !== 'string' || isShort(text)) return `@${name}: ${text}\n`
    const word = wordFor(text)
    return `@${name} <<${word}\n${text}\n${word}\n`
  })}${END}`
}

const isShort = (text: string): boolean => text !== '' && text === text.trim() && !/[\n\r\u2028\u2029]/.test(text)

/** A word that is no line of the text. */
function wordFor(text: string): string {
  const lines = new Set(text.split('\n'))
  let word = 'END'
  for (let count = 1; lines.has(word); count++) word = `END${count}`
  return word
}

function* readCall(reading: Reading, opener: string): Step {
  const { source, write, tools } = reading
  source.record(opener)
  const name = /===\s*([^\s:=]+)/.exec(opener)?.[1] ?? ''
  const call = write.call()
  call.name(name)
  let rest = ''
  yield* source.run(new UntilMark(HEADER_END, (piece) => (rest += piece)))
  const bounds = { opener, closers: [END], barriers: tools.map((tool) => `\n=== ${tool.name}`) }
  try {
    const primary = opener.trimEnd().endsWith(':') ? rest.replace(/\s*===\s*$/, '').trim() : undefined
    if (primary === undefined && /[^=\s]/.test(rest)) throw new Damage(say('call.line-break', { next: rest.trim().charAt(0) }))
    if (primary === undefined) yield* readDelimitedBody(reading, call, { tool: name, end: END })
    else
      yield* readFreeBody(reading, call, {
        tool: name,
        end: END,
        primary,
        names: stringParameters(tools, name),
        barriers: bounds.barriers,
      })
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    call.broken((yield* endDamaged(reading, bounds)).text, unreadable(error.sentence))
  }
}

/** The string parameters of a tool, required ones first: the header holds the first, the body the second. */
function stringParameters(tools: readonly ToolSpec[], name: string): readonly string[] {
  const schema = tools.find((tool) => tool.name === name)?.parameters ?? {}
  const properties = ownValue(schema, 'properties')
  const required = ownValue(schema, 'required')
  if (!isJsonObject(properties)) return []
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key)
  return Object.keys(properties).toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)))
}
