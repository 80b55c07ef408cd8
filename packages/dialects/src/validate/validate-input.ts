import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import type { Flaw, ToolCall } from '../canonical/part.ts'
import type { Value } from '../canonical/sentence.ts'
import { listAt, objectAt, resolved, typeOf, typesOf } from '../shapes/values/schema-types.ts'
import { coerceInput } from './coerce-input.ts'
import {
  type Complaint,
  choicesOf,
  choiceWords,
  limitProblem,
  type Problem,
  pathText,
  sameValue,
  shown,
  typeWords,
} from './problem.ts'
import { say } from './words.ts'

/** More would not help a model. */
const MOST_PROBLEMS = 12
/** A schema may refer to itself at the same place only so often. */
const MOST_HOPS = 16
const MOST_STEPS = 1_000_000

/**
 * What the schema does not allow about the arguments; nothing when they are valid. Knows what tools' schemas really
 * use: types, choices, properties, items, unions, local references, limits and patterns. `format` is not checked.
 */
export function validateInput(input: JsonValue, schema: JsonSchema, whole: Value = say('input.all')): readonly Problem[] {
  const validation = new Validation(schema, whole)
  validation.check(input, schema, [])
  return validation.problems
}

type Path = readonly (string | number)[]

class Validation {
  problems: Problem[] = []
  readonly #root: JsonSchema
  /** What the value as a whole is called. */
  readonly #whole: Value
  #steps = 0

  constructor(root: JsonSchema, whole: Value) {
    this.#root = root
    this.#whole = whole
  }

  check(value: JsonValue, schema: JsonSchema, path: Path, hops = 0): void {
    if (hops > MOST_HOPS || this.problems.length >= MOST_PROBLEMS) return
    if (++this.#steps > MOST_STEPS) return this.#say([], (place) => say('input.too-large', { place }))
    const own = resolved(schema, this.#root)
    const problem = this.#ownProblem(value, own)
    if (problem !== undefined) return this.#say(path, problem)
    if (Array.isArray(value)) this.#list(value, own, path)
    else if (isJsonObject(value)) this.#object(value, own, path)
    for (const part of listAt(own, 'allOf')) if (isJsonObject(part)) this.check(value, part, path, hops + 1)
    for (const key of ['anyOf', 'oneOf']) this.#union(value, listAt(own, key).filter(isJsonObject), { path, hops })
  }

  /** What is wrong with the value itself, not with what it holds. */
  #ownProblem(value: JsonValue, schema: JsonSchema): Complaint | undefined {
    const choices = choicesOf(schema)
    if (choices && !choices.some((choice) => sameValue(choice, value))) return mustBe(choiceWords(choices), value)
    const types = typesOf({ type: ownValue(schema, 'type') ?? [], nullable: ownValue(schema, 'nullable') ?? false })
    const type = typeOf(value)
    if (types.size > 0 && !types.has(type) && !(type === 'integer' && types.has('number'))) return mustBe(typeWords(types), value)
    return limitProblem(value, schema)
  }

  #list(list: readonly JsonValue[], schema: JsonSchema, path: Path): void {
    const first = listAt(schema, 'prefixItems')
    const items = ownValue(schema, 'items')
    for (const [index, item] of list.entries()) {
      const declared = first[index] ?? items
      if (isJsonObject(declared)) this.check(item, declared, [...path, index])
      if (this.problems.length >= MOST_PROBLEMS) return
    }
  }

  #object(object: JsonObject, schema: JsonSchema, path: Path): void {
    const properties = objectAt(schema, 'properties')
    for (const key of listAt(schema, 'required')) {
      if (typeof key !== 'string' || ownValue(object, key) !== undefined) continue
      const types = typesOf(objectAt(properties, key), this.#root)
      const wanted = typeWords(types)
      this.#say([...path, key], (place) =>
        types.size > 0 ? say('input.missing-type', { place, wanted }) : say('input.missing', { place }),
      )
    }
    const others = ownValue(schema, 'additionalProperties')
    const open = others !== false || ownValue(schema, 'patternProperties') !== undefined
    for (const [key, value] of Object.entries(object)) {
      const property = ownValue(properties, key)
      if (isJsonObject(property)) this.check(value, property, [...path, key])
      else if (property === undefined && isJsonObject(others)) this.check(value, others, [...path, key])
      else if (property === undefined && !open) this.#say([...path, key], unknownKey(Object.keys(properties)))
      if (this.problems.length >= MOST_PROBLEMS) return
    }
  }

  #union(value: JsonValue, choices: readonly JsonSchema[], at: { path: Path; hops: number }): void {
    if (choices.length === 0) return
    const attempts = choices.map((choice) => ({ choice, problems: this.#attempt(value, choice, at) }))
    if (attempts.some(({ problems }) => problems.length === 0)) return
    const type = typeOf(value)
    const near = attempts.filter(({ choice }) => {
      const types = typesOf(choice, this.#root)
      return types.has(type) || (type === 'integer' && types.has('number'))
    })
    const [only] = near
    if (only && near.length === 1) this.problems.push(...only.problems)
    else if (near.length > 1) this.#say(at.path, (place) => say('input.no-form', { place, count: choices.length }))
    else this.#say(at.path, mustBe(typeWords(new Set(choices.flatMap((choice) => [...typesOf(choice, this.#root)]))), value))
  }

  #attempt(value: JsonValue, schema: JsonSchema, { path, hops }: { path: Path; hops: number }): readonly Problem[] {
    const outer = this.problems
    this.problems = []
    this.check(value, schema, path, hops + 1)
    const found = this.problems
    this.problems = outer
    return found
  }

  #say(path: Path, complaint: Complaint): void {
    const place = pathText(path)
    this.problems.push({ path: place, ...complaint(place === '' ? this.#whole : `\`${place}\``) })
  }
}

function mustBe(wanted: Value, value: JsonValue): Complaint {
  return (place) => say('input.must-be', { place, wanted, given: shown(value) })
}

function unknownKey(known: readonly string[]): Complaint {
  if (known.length === 0) return (place) => say('input.no-arguments', { place })
  return (place) => say('input.no-argument', { place, known: known.slice(0, 30).join(', ') })
}

export interface CheckedCall {
  /** The call as it should run: arguments coerced, flaws added. The same object when nothing had to change. */
  readonly call: ToolCall
  /** What coercion found; empty when every type was right. */
  readonly flaws: readonly Flaw[]
  /** Why it must not run; empty when it may. */
  readonly problems: readonly Problem[]
  /** The problems in one text for the model. Absent when there are none. */
  readonly message?: string
}

/**
 * Looks at a call where it is about to be used. A parser cannot do this: what it has streamed already cannot be changed,
 * and a call that does not fit its schema is still a call, which a person may want to see.
 */
export function checkCall(call: ToolCall, tools: readonly ToolSpec[]): CheckedCall {
  const tool = tools.find(({ name }) => name === call.name)
  if (tool === undefined) return unknownTool(call, tools)
  // Where numbers do not survive, the input is not what the model wrote, and must not become its text.
  const { input, flaws } =
    call.inputText === undefined ? coerceInput(call.input, tool.parameters) : { input: call.input, flaws: [] }
  const checked = input === call.input ? call : { ...call, input, flaws: [...(call.flaws ?? []), ...flaws] }
  const problems = validateInput(input, tool.parameters)
  if (problems.length === 0) return { call: checked, flaws, problems }
  const said = problems.map((problem) => problem.message).join(' ')
  return { call: checked, flaws, problems, message: say('input.invalid', { tool: call.name, problems: said }).message }
}

function unknownTool(call: ToolCall, tools: readonly ToolSpec[]): CheckedCall {
  const names = tools.map(({ name }) => name).join(', ')
  const known = names === '' ? say('input.no-tools') : say('input.tools', { names })
  const sentence = say('input.unknown-tool', { tool: call.name.slice(0, 100), known })
  return { call, flaws: [], problems: [{ path: '', ...sentence }], message: sentence.message }
}
