import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ToolChoice, ToolSpec } from '../../canonical/message.ts'
import { lineJson } from '../json/spaced-json.ts'
import { typesOf } from '../values/schema-types.ts'

/** A tool as the OpenAI API describes it. */
export function functionOf({ name, description, parameters }: ToolSpec): JsonObject {
  return { type: 'function', function: { name, description, parameters } }
}

/** The same on one line: what most templates put between their tags. */
export function functionJson(tool: ToolSpec): string {
  return lineJson(functionOf(tool))
}

/** The tool without the wrapper that says it is a function. */
export function bareOf({ name, description, parameters }: ToolSpec): JsonObject {
  return { name, description, parameters }
}

export function bareJson(tool: ToolSpec): string {
  return lineJson(bareOf(tool))
}

const says = ([key, value]: readonly [string, JsonValue]): boolean =>
  !((key === 'required' && Array.isArray(value) && value.length === 0) || (key === 'description' && value === ''))

/** A schema without fields that say nothing: in a lesson each of them is paid for in every request. */
export function leanSchema(schema: JsonObject): JsonObject {
  const lean = (value: JsonValue): JsonValue => (isJsonObject(value) ? leanSchema(value) : value)
  return Object.fromEntries(Object.entries(schema).flatMap((field) => (says(field) ? [[field[0], lean(field[1])]] : [])))
}

/** One line per parameter: name, type, whether it must be given, and what it means. */
export function describeParameters({ parameters }: ToolSpec): readonly string[] {
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
