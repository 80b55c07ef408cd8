import { DEPTHS } from '../../canonical/depths.ts'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

export interface DeclarationStyle {
  /** What one level of nesting is set in by. */
  readonly indent: string
}

/**
 * Tools as the TypeScript declarations that some models were trained on:
 *
 *     // Find a book.
 *     type find_book = (_: {
 *     // The title.
 *     title: string,
 *     }) => any;
 */
export function declareTool({ name, description, parameters }: ToolSpec, style: DeclarationStyle): string {
  const properties = ownValue(parameters, 'properties')
  const empty = !isJsonObject(properties) || Object.keys(properties).length === 0
  const given = empty ? '()' : `(_: ${typeOf(parameters, style, 1)})`
  return [...comments(description, ''), `type ${name} = ${given} => any;`].join('\n')
}

/** A type on one line and without comments: `{ path: string, depth?: number }`. */
export const shortType = (schema: JsonValue): string => typeOf(schema, 'short', 1)

function typeOf(schema: JsonValue | undefined, style: DeclarationStyle | 'short', depth: number): string {
  if (!isJsonObject(schema) || depth > DEPTHS.describedSchema) return 'any'
  const choices = ownValue(schema, 'enum')
  if (Array.isArray(choices) && choices.length > 0) return choices.map((choice: JsonValue) => JSON.stringify(choice)).join(' | ')
  for (const key of ['anyOf', 'oneOf']) {
    const options = ownValue(schema, key)
    if (Array.isArray(options) && options.length > 0)
      return options.map((option: JsonValue) => typeOf(option, style, depth)).join(' | ')
  }
  const type = ownValue(schema, 'type')
  if (Array.isArray(type)) return type.map((one: JsonValue) => typeOf({ ...schema, type: one }, style, depth)).join(' | ')
  if (type === 'array') return `${typeOf(ownValue(schema, 'items'), style, depth)}[]`
  if (type === 'object') return objectOf(schema, style, depth)
  return (typeof type === 'string' ? NAMES.get(type) : undefined) ?? 'any'
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** `path` or `"content-type"`, as a key and behind a dot. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name)

function objectOf(schema: JsonSchema, style: DeclarationStyle | 'short', depth: number): string {
  const properties = ownValue(schema, 'properties')
  if (!isJsonObject(properties)) return 'object'
  const required = ownValue(schema, 'required')
  if (style === 'short') {
    const fields = Object.entries(properties).map(([name, property]) => {
      const optional = Array.isArray(required) && required.includes(name) ? '' : '?'
      return `${isIdentifier(name) ? name : JSON.stringify(name)}${optional}: ${typeOf(property, style, depth + 1)}`
    })
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  const margin = style.indent.repeat(depth)
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const shape: JsonObject = isJsonObject(property) ? property : {}
    const optional = Array.isArray(required) && required.includes(name) ? '' : '?'
    const preset = ownValue(shape, 'default')
    const note = preset === undefined ? '' : ` // default: ${JSON.stringify(preset)}`
    const description = ownValue(shape, 'description')
    return [
      ...comments(typeof description === 'string' ? description : '', margin),
      `${margin}${name}${optional}: ${typeOf(shape, style, depth + 1)},${note}`,
    ]
  })
  return `{\n${lines.join('\n')}\n${style.indent.repeat(depth - 1)}}`
}

function comments(text: string, margin: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `${margin}// ${line}`)
}
