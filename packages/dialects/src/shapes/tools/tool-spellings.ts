import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ToolChoice, ToolSpec } from '../../canonical/message.ts'
import { lineJson } from '../json/json-spellings.ts'
import { pythonRepr } from '../python/python-repr.ts'
import { typesOf } from '../values/schema-types.ts'
import { declareTool } from './typescript-tools.ts'

/** How a tool is described in a lesson. In JSON it is its name, so that a shape can be written down. */
export interface ToolSpelling {
  (tool: ToolSpec): string
  toJSON(): string
}

// @__NO_SIDE_EFFECTS__
export function toolSpelling(name: string, spell: (tool: ToolSpec) => string): ToolSpelling {
  return Object.assign((tool: ToolSpec) => spell(tool), { toJSON: () => name })
}

/** `{"type": "function", "function": {"name": …}}` on one line. */
export const asFunction: ToolSpelling = toolSpelling('function', functionJson)

/** `{"name": …, "description": …, "parameters": …}` on one line. */
export const asObject: ToolSpelling = toolSpelling('object', bareJson)

/** Both over several lines, the first also as the item of a list. */
export const asFunctionLines: ToolSpelling = toolSpelling('function-lines', (tool) => JSON.stringify(functionOf(tool), null, 4))
export const asObjectLines: ToolSpelling = toolSpelling('object-lines', (tool) => JSON.stringify(bareOf(tool), null, 4))
export const asFunctionItem: ToolSpelling = toolSpelling('function-item', (tool) =>
  JSON.stringify([functionOf(tool)], null, 4).slice(2, -2),
)

/** `type find_book = (_: {title: string}) => any;` */
export const asTypeScript: ToolSpelling = toolSpelling('typescript', (tool) => declareTool(tool, { indent: '' }))
export const asIndentedTypeScript: ToolSpelling = toolSpelling('typescript-indented', (tool) =>
  declareTool(tool, { indent: '  ' }),
)

/** As Python prints it. */
export const asPythonValue: ToolSpelling = toolSpelling('python-value', (tool) => pythonRepr(functionOf(tool)))

/** An element for each key of its schema. */
export const asElement: ToolSpelling = toolSpelling('element', toolElement)

/** What it is for, then a line for every parameter. */
export const asLines: ToolSpelling = toolSpelling('lines', (tool) => [tool.description, ...describeParameters(tool)].join('\n'))

/** Its name and its schema on one line: the description stands elsewhere. */
export const asSignature: ToolSpelling = toolSpelling('signature', ({ name, parameters }) =>
  JSON.stringify({ type: 'function', function: { name, parameters: leanSchema(parameters) } }),
)

/** Its schema alone. */
export const asSchema: ToolSpelling = toolSpelling('schema', (tool) => JSON.stringify(leanSchema(tool.parameters)))

/** A tool as the OpenAI API describes it. */
export function functionOf({ name, description, parameters }: ToolSpec): JsonObject {
  return { type: 'function', function: { name, description, parameters } }
}

/** The same on one line: what most templates put between their tags. */
function functionJson(tool: ToolSpec): string {
  return lineJson(functionOf(tool))
}

/** The tool without the wrapper that says it is a function. */
function bareOf({ name, description, parameters }: ToolSpec): JsonObject {
  return { name, description, parameters }
}

export function bareJson(tool: ToolSpec): string {
  return lineJson(bareOf(tool))
}

const says = ([key, value]: readonly [string, JsonValue]): boolean =>
  !((key === 'required' && Array.isArray(value) && value.length === 0) || (key === 'description' && value === ''))

/** A schema without fields that say nothing: in a lesson each of them is paid for in every request. */
function leanSchema(schema: JsonObject): JsonObject {
  const lean = (value: JsonValue): JsonValue => (isJsonObject(value) ? leanSchema(value) : value)
  return Object.fromEntries(Object.entries(schema).flatMap((field) => (says(field) ? [[field[0], lean(field[1])]] : [])))
}

/** One line per parameter: name, type, whether it must be given, and what it means. */
function describeParameters({ parameters }: ToolSpec): readonly string[] {
  const properties = ownValue(parameters, 'properties')
  const required = ownValue(parameters, 'required')
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, schema]) => {
    const types = isJsonObject(schema) ? [...typesOf(schema, parameters)].join(' or ') : ''
    const description = isJsonObject(schema) ? ownValue(schema, 'description') : undefined
    const need = Array.isArray(required) && required.includes(name) ? 'required' : 'optional'
    return `- \`${name}\` (${types || 'any'}, ${need})${typeof description === 'string' ? `: ${description}` : ''}`
  })
}

/** What a model must be told when it may not choose freely. */
export function choiceLines(choice: ToolChoice): readonly string[] {
  if (choice === 'required') return ['You must call at least one tool in your next answer.']
  if (typeof choice === 'object') return [`You must call the tool \`${choice.name}\` in your next answer.`]
  return []
}

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
function toolElement({ name, description, parameters }: ToolSpec): string {
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
