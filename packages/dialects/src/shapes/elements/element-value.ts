import { DEPTHS } from '../../canonical/depths.ts'
import { isJsonObject, type JsonSchema, ownValue } from '../../canonical/json.ts'
import { decodeEntities } from '../tags/tag.ts'
import { typedValue } from '../values/input-writer.ts'
import { memberSchema, typesOf } from '../values/schema-types.ts'

interface TextFilter {
  readonly push: (text: string) => void
  /** Whether it left something out that does not belong there. */
  readonly found?: boolean
  end(): void
}

/** How values are written in elements that are named like parameters. */
export interface ElementStyle {
  /** A token that stands before every tag; empty when there is none. */
  readonly before: string
  /** Whether text holds XML entities. */
  readonly entities: boolean
  /** What a string that arrives goes through. Absent: nothing. */
  readonly filter?: (sink: (text: string) => void) => TextFilter
  /** Whether white space at the ends of a string is markup. */
  readonly trim: boolean
  /** Members that are null are not written. */
  readonly omitsNull?: true
}

interface Child {
  readonly name: string
  readonly body: string
}

/**
 * The value that an element holds, as JSON text:
 *
 *     <author><name>Ende</name><born>1929</born></author>      {"name":"Ende","born":1929}
 *     <tags><item>a</item><item>b</item></tags>                ["a","b"]
 */
export function elementValue(raw: string, schema: JsonSchema | undefined, style: ElementStyle, depth = 0): string {
  const types = typesOf(schema)
  // Tags with a token before them are structure even where no schema says so.
  const nests = types.has('object') || types.has('array') || (style.before !== '' && types.size === 0)
  const children = depth < DEPTHS.describedSchema && nests ? childrenOf(raw, style.before) : undefined
  if (children && children.length > 0) {
    const isList = types.size === 0 ? children.every(({ name }) => name === 'item') : types.has('array')
    return isList ? listValue(children, schema, style, depth) : objectValue(children, schema, style, depth)
  }
  const text = style.before === '' ? raw : raw.replaceAll(style.before, '')
  return typedValue(style.entities ? decodeEntities(text) : text, types)
}

function objectValue(children: readonly Child[], schema: JsonSchema | undefined, style: ElementStyle, depth: number): string {
  const members = children.map(({ name, body }) => {
    return `${JSON.stringify(name)}:${elementValue(body, memberSchema(schema, name), style, depth + 1)}`
  })
  return `{${members.join(',')}}`
}

function listValue(children: readonly Child[], schema: JsonSchema | undefined, style: ElementStyle, depth: number): string {
  const items = schema && ownValue(schema, 'items')
  return `[${children.map(({ body }) => elementValue(body, isJsonObject(items) ? items : undefined, style, depth + 1)).join(',')}]`
}

/** The elements in a text that holds nothing else; undefined when it holds words too. One pass, first closing tag wins. */
function childrenOf(text: string, before: string): readonly Child[] | undefined {
  const children: Child[] = []
  let at = skipBlank(text, 0)
  while (at < text.length) {
    const [open, name] =
      /^<([\w.-]+)>/.exec(text.startsWith(before, at) ? text.slice(at + before.length, at + before.length + 128) : '') ?? []
    if (open === undefined || name === undefined) return undefined
    const from = at + before.length + open.length
    const close = `${before}</${name}>`
    const to = closingPlace(text, from, `${before}<${name}>`, close)
    if (to < 0) return undefined
    children.push({ name, body: text.slice(from, to) })
    at = skipBlank(text, to + close.length)
  }
  return children
}

/** Where an element closes, elements of the same name inside it set aside. */
function closingPlace(text: string, from: number, open: string, close: string): number {
  let depth = 1
  let at = from
  for (;;) {
    const closes = text.indexOf(close, at)
    if (closes < 0) return -1
    const opens = text.indexOf(open, at)
    if (opens >= 0 && opens < closes) {
      depth++
      at = opens + open.length
    } else if (--depth === 0) return closes
    else at = closes + close.length
  }
}

function skipBlank(text: string, at: number): number {
  let index = at
  while (index < text.length && /\s/.test(text.charAt(index))) index++
  return index
}
