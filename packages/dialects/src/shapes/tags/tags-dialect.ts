import type { ToolSpec } from '../../canonical/message.ts'
import type { SpokenCall } from '../../canonical/part.ts'
import type { Dialect, DialectDefinition, Grammar } from '../../dialect.ts'
import { SPACE } from '../../engine/sequence-mark.ts'
import type { CallGrammar, GrammarKit } from '../../grammar/call-grammar.ts'
import { openerMark } from '../opener.ts'
import type { Reading } from '../reading/reading.ts'
import { type CallForm, type Surroundings, shapeDialect } from '../shape-dialect.ts'
import { around, fill, type Slots } from '../template.ts'
import { isPlainString } from '../values/input-writer.ts'
import { parameterSchema, typeOf, typesOf } from '../values/schema-types.ts'
import { cdata, encodeAttribute } from './tag.ts'
import { taggedShapes } from './tag-marks.ts'
import { readTagged } from './tagged-block.ts'
import { type TaggedShape, taggedMarks } from './tagged-shape.ts'
import type { TagsShape } from './tags-shape.ts'
import { rawValue, spellArguments } from './write-tags.ts'

/**
 * A dialect with an element for every parameter:
 *
 *     <tool_call>
 *     <function=find_book>
 *     <parameter=title>
 *     Momo
 *     </parameter>
 *     </function>
 *     </tool_call>
 */
// @__NO_SIDE_EFFECTS__
export function tagsDialect(
  { calls, ...surroundings }: Surroundings & { readonly calls: TagsShape },
  own: Partial<DialectDefinition> = {},
): Dialect {
  return shapeDialect(surroundings, tagsForm(calls), own)
}

// @__NO_SIDE_EFFECTS__
function tagsForm(shape: TagsShape): CallForm {
  const shapes = taggedShapes(shape)
  const { knownBy } = shape
  return {
    marks: [...new Set(shapes.flatMap(marksOf))],
    openers: shapes.flatMap(({ block, call }) => [...(block?.open ?? []), ...call.open]),
    ...(knownBy
      ? { signs: () => knownBy.map(openerMark) }
      : shape.section && { signs: () => shapes.flatMap((one) => signsOf(one, shape)) }),
    format: (calls) =>
      write(
        shape,
        calls.map((call, place) => writeCall(shape, call, place)),
      ),
    example: (calls) =>
      write(
        shape,
        calls.map((slots) => example(shape, slots)),
      ),
    grammar: (kit) => tagsGrammar(shape, kit),
    parse: reader(shapes),
  }
}

const marksOf = ({ block, call, parameter, noise = [] }: TaggedShape): readonly string[] =>
  [
    ...(block?.open ?? []),
    ...(block?.close ?? []),
    ...[call, parameter].flatMap(({ open, headEnd, contentOpen = [], close }) => [...open, ...headEnd, ...contentOpen, ...close]),
    ...noise,
  ]
    .map((mark) => mark.trimEnd())
    .filter((mark) => mark !== '\\n' && /\w/.test(mark))

const signsOf = ({ block, call }: TaggedShape, { around: [before] = ['', ''] }: TagsShape) =>
  (block?.open ?? []).map((open) => openerMark([open, SPACE, `${before}${call.open[0] ?? ''}`]))

/** Each spelling is read by its own marks alone, so that a value may hold those of the others. */
function reader(shapes: readonly TaggedShape[]): (reading: Reading) => Grammar {
  const spellings = shapes.map(taggedMarks)
  const openers = shapes.flatMap(({ block, call }) => [...(block?.open ?? []), ...call.open])
  return function* (reading) {
    let opening = yield* reading.prose.until(openers)
    while (opening) {
      const { text } = opening
      const [marks, ...others] = spellings.filter(({ block, call }) => block?.open.includes(text) || call.open.includes(text))
      if (marks) yield* readTagged(reading, text, marks, others)
      opening = yield* reading.prose.until(openers)
    }
  }
}

function write(
  { section: [open, close] = ['', ''], sectionEach, around: wrap = ['', ''], between = '' }: TagsShape,
  calls: readonly string[],
): string {
  const bodies = calls.map((call) => wrap.join(call))
  return sectionEach ? bodies.map((body) => `${open}${body}${close}`).join(between) : `${open}${bodies.join(between)}${close}`
}

/** Names in attributes are escaped, those outside of them cannot be. */
const named = (template: string, slot: string, name: string): string =>
  around(template, slot)[0].endsWith('"') ? encodeAttribute(name) : name

function writeCall(shape: TagsShape, call: SpokenCall, place: number): string {
  const parameters = spellArguments(call, shape.values?.spell ?? rawValue, (key, text, value) =>
    fill(shape.parameter, {
      key: named(shape.parameter, 'key', key),
      value: quoted(text, shape.cdata),
      type: typeOf(value).replace('integer', 'number'),
      string: String(typeof value === 'string'),
    }),
  )
  return fill(shape.call, { name: named(shape.call, 'name', call.name), parameters, place: String(place + 1) })
}

const quoted = (text: string, signs: string | undefined): string =>
  signs !== undefined && [...signs].some((sign) => text.includes(sign)) ? cdata(text) : text

const example = ({ call, parameter }: TagsShape, slots: Slots): string =>
  fill(call, { place: '1', ...slots, parameters: fill(parameter, { type: 'string', string: 'true', ...slots }) })

function tagsGrammar(shape: TagsShape, { text, parameters }: GrammarKit): CallGrammar {
  const { section: [open, close] = ['', ''], sectionEach, around: [before, behind] = ['', ''], between = '' } = shape
  const [parameterOpen, parameterClose] = around(shape.parameter, 'value')
  const [first, last] = sectionEach ? [open, close] : ['', '']
  return {
    trigger: (open === '' ? around(shape.call, 'name')[0] : open).trim(),
    ...(!sectionEach && open !== '' && { open: text(open), close: text(close) }),
    call: (tool) => {
      const [head, tail] = around(fill(shape.call, { name: named(shape.call, 'name', tool.name), place: '1' }), 'parameters')
      const opening = (key: string): string =>
        text(fill(parameterOpen, { key: named(shape.parameter, 'key', key), ...kindOf(tool, key) }))
      return `${text(`${first}${before}${head}`)} ${parameters(tool, opening, parameterClose, shape.values?.python)} ${text(`${tail}${behind}${last}`)}`
    },
    between: between === '' ? '""' : text(between),
  }
}

/** What a value of the kind that the parameter takes says of itself. */
function kindOf(tool: ToolSpec, parameter: string): Slots {
  const types = typesOf(parameterSchema([tool], tool.name, parameter))
  const [type = 'string'] = types
  return { string: String(isPlainString(types)), type: isPlainString(types) ? 'string' : type.replace('integer', 'number') }
}
