import { writeExactly } from '../canonical/exact-numbers.ts'
import { flaw } from '../canonical/flaws.ts'
import { isJsonObject, type JsonValue, ownValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import type { Flaw, SpokenCall } from '../canonical/part.ts'
import { say } from '../canonical/words.ts'
import { Damage, INTERRUPTED } from '../engine/damage.ts'
import { type Mark, type MarkLike, MarkSet } from '../engine/marks.ts'
import type { Step } from '../engine/readers.ts'
import { type MarkSequence, SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import type { ElementStyle } from '../shapes/elements/element-value.ts'
import { lineJson } from '../shapes/json/json-spellings.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { ENTANGLED, unreadable } from '../shapes/reading/salvage.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { asLines } from '../shapes/tools/tool-spellings.ts'
import { EntityText } from '../shapes/values/text-filters.ts'
import { YamlBody } from '../shapes/yaml/yaml-body.ts'
import { parseYaml, yamlJson } from '../shapes/yaml/yaml-subset.ts'

/**
 * A YAML mapping in an element that is named like the tool:
 *
 *     <find_book>
 *     title: Momo
 *     </find_book>
 */
export const yamlXml = shapeDialect(
  {
    id: 'yaml-xml',
    title: 'YAML in XML',
    speakers: ['AI SDK tool-call middleware (by prompt)'],
    results: { each: '<tool_response>\n$name: $result\n</tool_response>', as: 'text', between: '\n' },
    lesson: taught({
      intro:
        '### TOOL_USE_PROTOCOL\nYou can use tools. A call is an XML element named like the tool; inside it stand the arguments as a YAML mapping. Use `|` blocks for text of several lines.',
      tool: asLines,
      each: '#### $name\n$tool',
      call: '<tool_name>\nparameter: value\ntext: |\n  first line\n  second line\n</tool_name>',
      result: '<tool_response>\ntool_name: the result\n</tool_response>',
    }),
    patience: 96,
  },
  {
    marks: [],
    toolMarkup: (tools) => tools.flatMap(({ name }) => [`<${name}>`, `<${name}/`, `<${name} `]),
    signs: (tools) =>
      tools.flatMap(({ name }): readonly MarkSequence[] => [
        [`<${name}>\n`, WORD, ':'],
        [`<${name}>\n"`, WORD, '":'],
      ]),
    format: (calls) => calls.map(formatCall).join('\n'),

    *parse(reading) {
      const openers = reading.tools.flatMap(({ name }) => [
        `<${name}>\n`,
        `<${name}>\r\n`,
        sequenceMark(name, [`<${name}`, SPACE, '/>']),
        `<${name}></${name}>`,
      ])
      const others = new MarkSet(openers)
      const children = reading.forms?.elements ? reading.tools.flatMap(childMarks) : []
      const marks = [...openers, ...children]
      let opening = yield* reading.prose.until(marks)
      while (opening) {
        if (children.includes(opening.mark)) yield* readChildren(reading, opening.text, openers)
        else yield* readMapping(reading, opening.text, others)
        opening = yield* reading.prose.until(marks)
      }
    },
  },
)

function formatCall(call: SpokenCall): string {
  const lines = writeExactly(call, (input) =>
    Object.entries(input)
      .map(([name, value]) => `${/^[a-z_][\w-]*$/i.test(name) ? name : JSON.stringify(name)}: ${formatValue(value)}\n`)
      .join(''),
  )
  return `<${call.name}>\n${lines}</${call.name}>`
}

/** Words stand bare, text of several lines as a block, and everything else as JSON, which is YAML too. */
function formatValue(value: JsonValue): string {
  if (typeof value === 'string' && isPlain(value)) return value
  if (typeof value === 'string' && isBlockSafe(value)) return `|-\n${value.replaceAll(/^(?=.)/gm, '  ')}`
  return lineJson(value).replaceAll('<', '\\u003c')
}

/** Nothing in it means something in YAML, and it is no other value. */
const isPlain = (text: string): boolean =>
  /^[\p{L}_/][\p{L}\p{M}\p{N}_/.,' -]*$/u.test(text) && !/ $|^(?:true|false|null|none|nil|yes|no|on|off|y|n)$/i.test(text)

/** A block takes its indentation from its first line and loses line breaks at its end. */
const isBlockSafe = (text: string): boolean =>
  /^[^\s][^\r]*\n/.test(text) && !/[\r\u2028\u2029]|\n[ \t]*$|^[ \t]+$/m.test(text) && !text.endsWith('\n')

/** Elements where the mapping should stand, the first of them a parameter. */
function childMarks({ name, parameters }: ToolSpec): readonly Mark[] {
  const properties = ownValue(parameters, 'properties')
  const keys = isJsonObject(properties) ? Object.keys(properties) : []
  return keys.map((key) => sequenceMark(name, [`<${name}>`, SPACE, `<${key}>`]))
}

const ELEMENTS: ElementStyle = { before: '', entities: true, filter: (sink) => new EntityText(sink), trim: false }

function* readChildren(reading: Reading, opening: string, barriers: readonly MarkLike[]): Step {
  const opener = opening.slice(0, opening.indexOf('>') + 1)
  reading.source.unread(opening.slice(opener.length))
  if (reading.forms?.elements) yield* reading.forms.elements(reading, { opener, barriers }, ELEMENTS)
}

const SET_IN: Flaw = flaw('closing-mark-set-in')

function* readMapping(reading: Reading, opener: string, others: MarkSet): Step {
  const { source, write, tools } = reading
  const tool = /[^</>\s]+/.exec(opener)?.[0] ?? ''
  source.record(opener)
  const call = write.call()
  call.name(tool)
  const close = `</${tool}>`
  if (opener.endsWith('/>') || opener.endsWith(close)) return call.end(source.takeRecord())
  const { end, body } = yield* source.run(new YamlBody(close, others))
  const text = source.takeRecord()
  if (end === undefined || end === 'interrupted') {
    // What begins here may be a part of its last value.
    if (end !== undefined) write.doubt = ENTANGLED
    return call.broken(text, unreadable(end === undefined ? say('call.inside-yaml') : INTERRUPTED))
  }
  if (end === 'set in') call.flaw(SET_IN)
  try {
    call.input(yamlJson(parseYaml(body.text), tools.find(({ name }) => name === tool)?.parameters))
    call.end(text)
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    call.broken(text, unreadable(error.sentence))
  }
}
