import { DEPTHS } from '../canonical/depths.ts'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../canonical/json.ts'
import { type JsonType, listAt, numberAt, objectAt, resolved, typesOf } from '../shapes/values/schema-types.ts'
import { choicesOf } from '../validate/problem.ts'
import { literal, type Rules } from './rules.ts'
import type { Spelling } from './spelling.ts'

const INTEGER = '"-"? ("0" | [1-9] [0-9]{0,14})'
const FRACTION = '("." [0-9]{1,8})? ([eE] [+-]? [0-9]{1,2})?'
const MOST_ITEMS = 64

/** Schema → GBNF: the values that the schema allows, in one spelling. Properties come in the order they are declared in. */
export class ValueRules {
  readonly #rules: Rules
  readonly #spelling: Spelling
  readonly #root: JsonSchema
  /** A schema that refers to itself becomes a rule that does. */
  readonly #named = new Map<JsonSchema, string>()

  constructor(rules: Rules, spelling: Spelling, root: JsonSchema) {
    this.#rules = rules
    this.#spelling = spelling
    this.#root = root
  }

  value(schema: JsonSchema): string {
    const own = resolved(schema, this.#root)
    const known = this.#named.get(own)
    if (known !== undefined) return known
    const name = this.#rules.reserve()
    this.#named.set(own, name)
    this.#rules.set(name, this.#body(own))
    return name
  }

  /** The members of an object, braces included, whatever its schema says of its type. */
  object(schema: JsonSchema): string {
    const own = resolved(schema, this.#root)
    const { space, key } = this.#spelling
    return this.#inOrder(own, ['{', '}'], (name) => `${key(name)} ${space} ":" ${space}`)
  }

  /** The same as the arguments of a function: `(title="Momo", year=1973)`. */
  functionArguments(schema: JsonSchema): string {
    return this.#inOrder(resolved(schema, this.#root), ['(', ')'], (name) => literal(`${name}=`))
  }

  #inOrder(own: JsonSchema, [open, close]: readonly [string, string], key: (name: string) => string): string {
    const properties = Object.entries(objectAt(own, 'properties')).filter(([, property]) => isJsonObject(property))
    const required = new Set(listAt(own, 'required'))
    const { space } = this.#spelling
    if (properties.length === 0 && (required.size === 0 || open === '('))
      return this.#rules.add(`${literal(open)} ${space} ${literal(close)}`)
    if (properties.length === 0) return this.anything(0)
    const comma = `${space} "," ${space}`
    // `first`: nothing was written yet. `next`: something was, so a comma comes before.
    let first = '""'
    let next = '""'
    for (const [name, property] of properties.toReversed()) {
      // Invariant: those that are no schema were left out above.
      const member = this.#rules.add(`${key(name)} ${this.value(property as JsonSchema)}`)
      const needed = required.has(name)
      first = this.#rules.add(needed ? `${member} ${next}` : `${member} ${next} | ${first}`)
      next = this.#rules.add(needed ? `${comma} ${member} ${next}` : `(${comma} ${member})? ${next}`)
    }
    return this.#rules.add(`${literal(open)} ${space} ${first} ${space} ${literal(close)}`)
  }

  #body(schema: JsonSchema): string {
    const choices = choicesOf(schema)
    if (choices) return choices.map((choice) => this.#exactly(choice)).join(' | ')
    const branches = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].filter(isJsonObject)
    if (branches.length > 0) return branches.map((branch) => this.value(branch)).join(' | ')
    const types = typesOf(schema, this.#root)
    return types.size === 0 ? this.anything(0) : [...types].map((type) => this.#ofType(type, schema)).join(' | ')
  }

  #ofType(type: JsonType, schema: JsonSchema): string {
    switch (type) {
      case 'string':
        return this.#spelling.string({ least: numberAt(schema, 'minLength') ?? 0, most: numberAt(schema, 'maxLength') })
      case 'integer':
        return this.#rules.add(INTEGER)
      case 'number':
        return this.#rules.add(`${INTEGER} ${FRACTION}`)
      case 'boolean':
        return `(${this.#spelling.word(true)} | ${this.#spelling.word(false)})`
      case 'null':
        return this.#spelling.word(null)
      case 'array':
        return this.#list(schema)
      case 'object':
        return isJsonObject(ownValue(schema, 'properties')) ? this.object(schema) : this.#openObject(schema)
      default:
        return type satisfies never
    }
  }

  #list(schema: JsonSchema): string {
    const items = ownValue(schema, 'items')
    const item = isJsonObject(items) ? this.value(items) : this.anything(0)
    const least = numberAt(schema, 'minItems') ?? 0
    const most = Math.max(least, Math.min(numberAt(schema, 'maxItems') ?? MOST_ITEMS, MOST_ITEMS))
    const { space } = this.#spelling
    if (most === 0) return this.#rules.add(`"[" ${space} "]"`)
    const all = `${item} (${space} "," ${space} ${item}){${Math.max(0, least - 1)},${most - 1}}`
    return this.#rules.add(`"[" ${space} ${least > 0 ? all : `(${all})?`} ${space} "]"`)
  }

  /** An object whose keys nobody declared. */
  #openObject(schema: JsonSchema): string {
    const others = ownValue(schema, 'additionalProperties')
    return this.#members(isJsonObject(others) ? this.value(others) : this.anything(1))
  }

  #members(value: string): string {
    const { space, string } = this.#spelling
    const member = `${string({ least: 1, most: 64 })} ${space} ":" ${space} ${value}`
    return this.#rules.add(`"{" ${space} (${member} (${space} "," ${space} ${member}){0,${MOST_ITEMS - 1}})? ${space} "}"`)
  }

  /** Any value at all, nested so deep and no deeper. */
  anything(depth: number): string {
    const { space, string, word } = this.#spelling
    const words = [true, false, null].map((value) => word(value)).join(' | ')
    const simple = `${string({ least: 0, most: undefined })} | ${INTEGER} ${FRACTION} | ${words}`
    if (depth >= DEPTHS.grammar) return this.#rules.add(simple)
    const inner = this.anything(depth + 1)
    const list = `"[" ${space} (${inner} (${space} "," ${space} ${inner}){0,${MOST_ITEMS - 1}})? ${space} "]"`
    return this.#rules.add(`${simple} | ${list} | ${this.#members(inner)}`)
  }

  #exactly(value: JsonValue): string {
    if (typeof value === 'string') return this.#spelling.exactly(value)
    if (Array.isArray(value)) return `"[" ${value.map((item: JsonValue) => this.#exactly(item)).join(' "," ')} "]"`
    if (value === null || typeof value === 'boolean') return this.#spelling.word(value)
    if (!isJsonObject(value)) return literal(JSON.stringify(value))
    return `"{" ${membersOf(value, (key, item) => `${this.#spelling.key(key)} ":" ${this.#exactly(item)}`)} "}"`
  }
}

function membersOf(object: JsonObject, write: (key: string, item: JsonValue) => string): string {
  return Object.entries(object)
    .map(([key, item]) => write(key, item))
    .join(' "," ')
}
