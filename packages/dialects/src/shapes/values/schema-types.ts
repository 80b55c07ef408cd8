import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array'

export const ALL_TYPES: ReadonlySet<JsonType> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'])
/** Spellings that hand-written schemas use. */
const ALIASES: JsonObject = {
  int: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  str: 'string',
  text: 'string',
  list: 'array',
  dict: 'object',
  map: 'object',
  none: 'null',
}
/** A schema that refers to itself is followed so far and no further. */
const MOST_HOPS = 8

/** The schema of one parameter of one tool; undefined when nobody declared it. */
export function parameterSchema(tools: readonly ToolSpec[], toolName: string, parameter: string): JsonSchema | undefined {
  const tool = tools.find(({ name }) => name === toolName)
  const properties = tool && ownValue(tool.parameters, 'properties')
  const schema = isJsonObject(properties) ? ownValue(properties, parameter) : undefined
  return tool && isJsonObject(schema) ? resolved(schema, tool.parameters) : undefined
}

/** The schema of a member of an object: declared by itself, or in the branches that it may follow. Undefined: by none. */
export function memberSchema(schema: JsonSchema | undefined, key: string, hops = 0): JsonSchema | undefined {
  if (schema === undefined || hops > MOST_HOPS) return undefined
  const properties = ownValue(schema, 'properties')
  const own = isJsonObject(properties) ? ownValue(properties, key) : undefined
  if (isJsonObject(own)) return own
  const found = ['anyOf', 'oneOf', 'allOf']
    .flatMap((branches) => listOf(ownValue(schema, branches)))
    .map((branch) => (isJsonObject(branch) ? memberSchema(branch, key, hops + 1) : undefined))
    .filter((member) => member !== undefined)
  return found.length > 1 ? { anyOf: found } : found[0]
}

/** Every type the schema allows. Empty: it does not say. */
export function typesOf(schema: JsonSchema | undefined, root: JsonSchema = {}, hops = 0): ReadonlySet<JsonType> {
  const types = new Set<JsonType>()
  if (schema === undefined || hops > MOST_HOPS) return types
  const own = resolved(schema, root)
  for (const name of listOf(ownValue(own, 'type'))) addType(types, name)
  if (ownValue(own, 'nullable') === true) types.add('null')
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    for (const choice of listOf(ownValue(own, key)))
      if (isJsonObject(choice)) for (const type of typesOf(choice, root, hops + 1)) types.add(type)
  }
  if (types.size === 0) for (const value of [...listOf(ownValue(own, 'enum')), ...constOf(own)]) types.add(typeOf(value))
  if (types.size === 0 && isJsonObject(ownValue(own, 'properties'))) types.add('object')
  if (types.size === 0 && ownValue(own, 'items') !== undefined) types.add('array')
  return types
}

export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'string' | 'boolean' | 'object'
}

/** Follows local references: `#/$defs/book`. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let at = schema
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const reference = ownValue(at, '$ref')
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return at
    let target: JsonValue | undefined = root
    for (const step of reference.slice(2).split('/'))
      target = isJsonObject(target) ? ownValue(target, step.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined
    if (!isJsonObject(target)) return at
    at = target
  }
  return at
}

function addType(types: Set<JsonType>, name: JsonValue): void {
  if (typeof name !== 'string') return
  const lower = name.toLowerCase()
  const type = ownValue(ALIASES, lower) ?? lower
  if (isType(type)) types.add(type)
}

// A set answers for any value, whatever its own are.
const isType = (name: JsonValue): name is JsonType => ALL_TYPES.has(name as JsonType)

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

const constOf = (schema: JsonObject): readonly JsonValue[] => {
  const value = ownValue(schema, 'const')
  return value === undefined ? [] : [value]
}

/** A schema that refers to itself is followed so far and no further. */
const MOST_BRANCHES = 64

/** The schema and all that it is made of or chooses from: `anyOf`, `oneOf`, `allOf`, references. */
export function branchesOf(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const branches: JsonSchema[] = [resolved(schema, root)]
  for (const branch of branches) {
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      for (const choice of listAt(branch, key)) {
        if (branches.length >= MOST_BRANCHES) return branches
        if (isJsonObject(choice)) branches.push(resolved(choice, root))
      }
    }
  }
  return branches
}

/** What a property is declared as, whichever branch declares it; undefined when none does. */
export function propertySchema(branches: readonly JsonSchema[], key: string): JsonSchema | undefined {
  return merged(branches.map((branch) => ownValue(objectAt(branch, 'properties'), key)))
}

/** What the items of a list are declared as. */
export function itemSchema(branches: readonly JsonSchema[]): JsonSchema | undefined {
  return merged(branches.map((branch) => ownValue(branch, 'items')))
}

function merged(found: readonly (JsonValue | undefined)[]): JsonSchema | undefined {
  const schemas = found.filter(isJsonObject)
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0]
}

export function objectAt(schema: JsonSchema, key: string): JsonSchema {
  const value = ownValue(schema, key)
  return isJsonObject(value) ? value : {}
}

export function listAt(schema: JsonSchema, key: string): readonly JsonValue[] {
  const value = ownValue(schema, key)
  return Array.isArray(value) ? value : []
}

export function numberAt(schema: JsonSchema, key: string): number | undefined {
  const value = ownValue(schema, key)
  return typeof value === 'number' ? value : undefined
}
