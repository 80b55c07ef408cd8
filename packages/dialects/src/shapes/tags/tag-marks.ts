import { around, type Pair, type Template } from '../template.ts'
import { readCdata } from './tag.ts'
import type { TaggedShape, TagShape } from './tagged-shape.ts'
import { declaredTypes, typeAttribute } from './tagged-value.ts'
import type { OtherMarks, TagsShape } from './tags-shape.ts'
import { writeWrapped } from './write-tags.ts'

const MORE_ATTRIBUTES = /^"(?:\s+[\w:-]+="[^"]*")*/

/**
 * The marks of an element, by how it is written:
 *
 *     <parameter name="$key" string="$string">$value</parameter>
 *     ^^^^^^^^^^^                            ^        ^^^^^^^^^^^^
 *     <arg_key>$key</arg_key>\n<arg_value>$value</arg_value>
 *     ^^^^^^^^^    ^^^^^^^^^^  ^^^^^^^^^^^       ^^^^^^^^^^^^
 */
function elementMarks(template: Template, [name, content]: Pair, runTogether?: true): TagShape {
  const [before, rest] = around(template, name)
  const [middle, close] = around(rest, content)
  const [, lead = before, attribute] = /^(.*?)([\w:]+)="$/s.exec(before) ?? []
  const head = attribute === undefined ? middle : middle.replace(MORE_ATTRIBUTES, '')
  const inner = head.trimEnd().lastIndexOf('<')
  const [headEnd, contentOpen] = inner > 0 && attribute === undefined ? [head.slice(0, inner), head.slice(inner)] : [head, '']
  return {
    open: runTogether ? [lead, `${lead.trimEnd()}${attribute}=`] : [lead],
    headEnd: [headEnd.trim() === '' ? '\n' : headEnd.trim()],
    ...(attribute !== undefined && { attribute }),
    ...(contentOpen !== '' && { contentOpen: [contentOpen.trim()] }),
    close: [close.trim()],
  }
}

/** How calls are read, by how they are written. */
export function taggedShapes(shape: TagsShape): readonly TaggedShape[] {
  const { prefix = '', otherPrefixes = [] } = shape
  const written = writtenMarks(shape)
  return [
    written,
    ...(shape.otherwise ? [withAttributes(writtenMarks({ ...shape, ...shape.otherwise }))] : []),
    ...otherPrefixes.map((other) => spelled(written, (mark) => [mark.replace(new RegExp(`^(</?)${prefix}`), `$1${other}`)])),
  ]
}

function writtenMarks(shape: TagsShape): TaggedShape {
  const { section, also = {}, otherSuffixes, noise, wrappers, parameter, paths, idAttribute, values } = shape
  const call = withOthers(elementMarks(shape.call, ['name', 'parameters'], shape.runTogether), also.call)
  const marks = withOthers(elementMarks(parameter, ['key', 'value'], shape.runTogether), also.parameter)
  const tagged: TaggedShape = {
    ...(section && {
      block: withOthers({ open: [section[0].trim()], close: [section[1].trim()] }, also.section),
    }),
    // Without a mark behind it, a name ends where anything else begins.
    call:
      call.headEnd[0] === '\n'
        ? { ...call, headEnd: ['\n', '\\n'], headStop: [...marks.open, ...call.close, '{'] }
        : headless(call, marks),
    parameter: marks,
    space: /\n\$value\n/.test(parameter) ? 'newline' : 'keep',
    ...(values?.literal && { literal: values.literal }),
    ...(paths && { paths }),
    ...(idAttribute !== undefined && { idAttribute }),
    ...(call.headEnd[0] === '\n' ? { noise: ['\\n', ...(noise ?? [])] } : noise && { noise }),
    ...(wrappers && { wrappers: { names: wrappers, write: writeWrapped } }),
    ...(shape.cdata !== undefined && { cdata: readCdata }),
    ...(parameter.includes('$string') && { typesByAttribute: stringAttribute }),
    ...(parameter.includes('$type') && { typesByAttribute: typeAttribute }),
  }
  return otherSuffixes === undefined
    ? tagged
    : spelled(tagged, (mark) => otherSuffixes.map((suffix) => mark.replace(/(?::[\w-]+)?>$/, `${suffix}>`)))
}

/** A tag is known by its attribute: `<function name=`, for `<function ` may stand in any prose. */
function withAttributes(shape: TaggedShape): TaggedShape {
  return { ...shape, call: withAttribute(shape.call), parameter: withAttribute(shape.parameter) }
}

const withAttribute = (tag: TagShape): TagShape =>
  tag.attribute === undefined ? tag : { ...tag, open: tag.open.map((open) => `${open}${tag.attribute}=`) }

function withOthers<Marks extends OtherMarks>(marks: Marks, { open = [], headEnd = [], close = [] }: OtherMarks = {}): Marks {
  return {
    ...marks,
    open: [...(marks.open ?? []), ...open],
    ...(marks.headEnd && { headEnd: [...marks.headEnd, ...headEnd] }),
    close: [...(marks.close ?? []), ...close],
  }
}

/** Where a mark of its own ends the name, one that is missing is told by what comes next. */
const headless = (call: TagShape, { open }: TagShape): TagShape =>
  call.attribute === undefined && (call.headEnd[0] ?? '').startsWith('<') ? { ...call, headStop: [...open, ...call.close] } : call

/** `string="true"`: the value says itself whether it is a string. */
const stringAttribute: NonNullable<TaggedShape['typesByAttribute']> = (attributes, types) => {
  const bit = attributes.get('string')
  return declaredTypes(types, bit === 'true' ? true : bit === 'false' ? false : undefined)
}

/** The same with every mark in other spellings. */
function spelled(shape: TaggedShape, spell: (mark: string) => readonly string[]): TaggedShape {
  const all = (marks: readonly string[]): readonly string[] => marks.flatMap(spell)
  const element = ({ headStop, contentOpen, ...tag }: TagShape): TagShape => ({
    ...tag,
    open: all(tag.open),
    headEnd: all(tag.headEnd),
    close: all(tag.close),
    ...(headStop && { headStop: all(headStop) }),
    ...(contentOpen && { contentOpen: all(contentOpen) }),
  })
  return {
    ...shape,
    ...(shape.block && { block: { open: all(shape.block.open), close: all(shape.block.close) } }),
    call: element(shape.call),
    parameter: element(shape.parameter),
  }
}
