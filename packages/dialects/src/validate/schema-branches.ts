import { isJsonObject, type JsonSchema, type JsonValue, ownValue } from '../canonical/json.ts'
import { resolved } from '../shapes/values/schema-types.ts'

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
