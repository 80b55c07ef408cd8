import { isJsonObject, type JsonSchema, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import { lineJson } from '../json/spaced-json.ts'

/**
 * A tool in elements, one for each key of its schema:
 *
 *     <function>
 *     <name>find_book</name>
 *     <description>Find a book.</description>
 *     <parameters>
 *     <parameter>
 *     <name>title</name>
 *     <type>string</type>
 *     </parameter>
 *     <required>["title"]</required>
 *     </parameters>
 *     </function>
 */
export function toolElement({ name, description, parameters }: ToolSpec): string {
  const properties = ownValue(parameters, 'properties')
  return [
    '<function>',
    element('name', name),
    element('description', description),
    '<parameters>',
    ...(isJsonObject(properties) ? Object.entries(properties) : []).flatMap(([key, property]) =>
      parameterElement(key, isJsonObject(property) ? property : {}),
    ),
    ...elementsBut(parameters, ['type', 'properties']),
    '</parameters>',
    '</function>',
  ].join('\n')
}

const FIRST = ['type', 'description']

function parameterElement(name: string, schema: JsonSchema): readonly string[] {
  const first = FIRST.flatMap((key) => {
    const value = ownValue(schema, key)
    return value === undefined ? [] : [element(key, value)]
  })
  return ['<parameter>', element('name', name), ...first, ...elementsBut(schema, FIRST), '</parameter>']
}

function elementsBut(schema: JsonSchema, written: readonly string[]): readonly string[] {
  return Object.entries(schema).flatMap(([key, value]) => (written.includes(key) ? [] : [element(key, value)]))
}

function element(key: string, value: JsonValue): string {
  return `<${key}>${typeof value === 'string' ? value.trim() : lineJson(value)}</${key}>`
}
