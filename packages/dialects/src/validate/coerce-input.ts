import { flaw } from '../canonical/flaws.ts'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, MAX_JSON_DEPTH } from '../canonical/json.ts'
import type { Flaw } from '../canonical/part.ts'
import { mendAnything } from '../repair/mend-anything.ts'
import { branchesOf, itemSchema, type JsonType, listAt, propertySchema, typeOf, typesOf } from '../shapes/values/schema-types.ts'

export interface Coerced<Value extends JsonValue = JsonObject> {
  /** The same object when nothing had to change. */
  readonly input: Value
  readonly flaws: readonly Flaw[]
}

/**
 * Gives arguments the types that the schema declares, where what was meant is plain: `"12"` for a number, `"true"` for
 * a truth value, JSON text for a list. A declared string is never changed, nor what the schema says nothing of.
 */
export function coerceInput(input: JsonObject, schema: JsonSchema): Coerced {
  const coercion = new Coercion(schema)
  const value = coercion.value(input, schema, [])
  return { input: isJsonObject(value) ? value : input, flaws: coercion.flaws }
}

type Path = readonly string[]
type ArgumentFlaw =
  | 'object-in-string'
  | 'number-in-string'
  | 'boolean-in-string'
  | 'json-in-string'
  | 'number-for-boolean'
  | 'single-value'
  | 'null-for-nothing'

const wrappedFlaw = (word: number | boolean | null) =>
  word === null ? 'object-in-string' : typeof word === 'number' ? 'number-in-string' : 'boolean-in-string'

class Coercion {
  readonly flaws: Flaw[] = []
  readonly #root: JsonSchema
  /** A list of a million numbers has one schema for all of them. */
  readonly #types = new Map<JsonSchema, ReadonlySet<JsonType>>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  value(value: JsonValue, schema: JsonSchema, path: Path): JsonValue {
    if (path.length > MAX_JSON_DEPTH) return value
    const types = this.#typesOf(schema)
    const fitting = types.size === 0 || fits(value, types) ? value : this.#convert(value, types, { schema, path })
    if (Array.isArray(fitting)) return this.#list(fitting, schema, path)
    return isJsonObject(fitting) ? this.#object(fitting, schema, path) : fitting
  }

  #convert(value: JsonValue, types: ReadonlySet<JsonType>, at: { schema: JsonSchema; path: Path }): JsonValue {
    const { path } = at
    if (typeof value === 'string') {
      const word = wordOf(value.trim(), types)
      if (word !== undefined) return this.#found(word, wrappedFlaw(word), path)
      const structure = types.has('object') || types.has('array') ? structureIn(value) : undefined
      if (structure !== undefined && typeof structure === 'object' && structure !== null && fits(structure, types))
        return this.#found(structure, 'json-in-string', path)
    }
    if ((value === 0 || value === 1) && types.has('boolean')) return this.#found(value === 1, 'number-for-boolean', path)
    if (types.has('array') && value !== null && !Array.isArray(value)) return this.#single(value, at)
    return value
  }

  /** One value where a list is declared, if it could stand in the list. */
  #single(value: JsonValue, { schema, path }: { schema: JsonSchema; path: Path }): JsonValue {
    const items = typesOf(itemSchema(branchesOf(schema, this.#root)), this.#root)
    if (items.size > 0 && !fits(value, items) && (typeof value !== 'string' || wordOf(value.trim(), items) === undefined))
      return value
    return this.#found([value], 'single-value', path)
  }

  #list(list: readonly JsonValue[], schema: JsonSchema, path: Path): JsonValue {
    const items = itemSchema(branchesOf(schema, this.#root))
    if (items === undefined) return list
    const coerced = list.map((item, index) => this.value(item, items, [...path, String(index)]))
    return coerced.some((item, index) => item !== list[index]) ? coerced : list
  }

  #object(object: JsonObject, schema: JsonSchema, path: Path): JsonValue {
    const branches = branchesOf(schema, this.#root)
    const required = new Set(branches.flatMap((branch) => listAt(branch, 'required')))
    let changed = false
    const members = Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
      const property = propertySchema(branches, key)
      if (property === undefined) return [[key, value]]
      const types = this.#typesOf(property)
      if (value === null && types.size > 0 && !types.has('null') && !required.has(key)) {
        changed = true
        this.#found(null, 'null-for-nothing', [...path, key])
        return []
      }
      const coerced = this.value(value, property, [...path, key])
      changed ||= coerced !== value
      return [[key, coerced]]
    })
    return changed ? Object.fromEntries(members) : object
  }

  #typesOf(schema: JsonSchema): ReadonlySet<JsonType> {
    const known = this.#types.get(schema)
    if (known) return known
    const types = typesOf(schema, this.#root)
    this.#types.set(schema, types)
    return types
  }

  #found<Value extends JsonValue>(value: Value, id: ArgumentFlaw, path: Path): Value {
    this.flaws.push(flaw(id, { path: path.join('.') }))
    return value
  }
}

/** What was written into a string, once or twice. */
function structureIn(text: string): JsonValue | undefined {
  const once = mendAnything(text)?.value
  return typeof once === 'string' ? mendAnything(once)?.value : once
}

function fits(value: JsonValue, types: ReadonlySet<JsonType>): boolean {
  const type = typeOf(value)
  return types.has(type) || (type === 'integer' && types.has('number'))
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/

/** A number, a truth value or nothing, written as a word. Never a number that would not be the same again. */
function wordOf(text: string, types: ReadonlySet<JsonType>): number | boolean | null | undefined {
  if (types.has('string') || text.length > 40) return undefined
  if (types.has('null') && /^(?:null|None|nil)$/.test(text)) return null
  if (types.has('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (!(types.has('number') || types.has('integer')) || !NUMBER.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined
  return types.has('number') || Number.isInteger(value) ? value : undefined
}
