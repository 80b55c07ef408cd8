import { FaultError } from '../../canonical/fault.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import { OUTCOME_WORDS } from '../../canonical/outcome-words.ts'
import type { FilePart, TextPart, ToolResult } from '../../canonical/part.ts'
import { say } from '../words.ts'

/** A request that cannot be read, named by the field that must change. */
export function invalidField(field: string, expected: string, details: JsonObject = {}): FaultError {
  return new FaultError({
    code: 'request/invalid',
    ...say('request.field', { field, expected }),
    retryable: false,
    details: { field, ...details },
  })
}

/** One object of a foreign request, read field by field; every complaint names the path to the field. */
export class Fields {
  readonly #object: JsonObject
  readonly #path: string

  constructor(value: unknown, path: string) {
    if (!isJsonObject(value)) {
      throw path === '' ? invalidField('body', 'must be a JSON object') : invalidField(path, 'must be an object')
    }
    this.#object = value
    this.#path = path
  }

  path(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`
  }

  invalid(key: string, expected: string, details?: JsonObject): FaultError {
    return invalidField(this.path(key), expected, details)
  }

  /** The raw value; `null` counts as absent, as clients send it for what they leave out. */
  get(key: string): JsonValue | undefined {
    return ownValue(this.#object, key) ?? undefined
  }

  string(key: string): string {
    const value = this.get(key)
    if (typeof value !== 'string') throw this.invalid(key, 'must be a string')
    return value
  }

  text(key: string): string | undefined {
    return this.get(key) === undefined ? undefined : this.string(key)
  }

  number(key: string): number | undefined {
    const value = this.get(key)
    if (value === undefined) return undefined
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.invalid(key, 'must be a number')
    return value
  }

  boolean(key: string): boolean | undefined {
    const value = this.get(key)
    if (value === undefined) return undefined
    if (typeof value !== 'boolean') throw this.invalid(key, 'must be true or false')
    return value
  }

  object(key: string): Fields | undefined {
    const value = this.get(key)
    return value === undefined ? undefined : new Fields(value, this.path(key))
  }

  keysBut(...left: readonly string[]): readonly string[] {
    return Object.keys(this.#object).filter((key) => !left.includes(key))
  }

  /** The same object, in which this field says something else. */
  with(key: string, value: JsonValue): Fields {
    return new Fields({ ...this.#object, [key]: value }, this.#path)
  }

  /** The raw objects of a list, each with the path that a complaint about it should name. */
  list(key: string): readonly { readonly value: JsonValue; readonly path: string }[] {
    const value = this.get(key)
    if (value === undefined) return []
    if (!Array.isArray(value)) throw this.invalid(key, 'must be a list')
    return value.map((item: JsonValue, index) => ({ value: item, path: `${this.path(key)}[${index}]` }))
  }

  objects(key: string): readonly Fields[] {
    return this.list(key).map(({ value, path }) => new Fields(value, path))
  }

  strings(key: string): readonly string[] | undefined {
    const value = this.get(key)
    if (value === undefined) return undefined
    if (typeof value === 'string') return [value]
    return this.list(key).map((item) => {
      if (typeof item.value !== 'string') throw invalidField(item.path, 'must be a string')
      return item.value
    })
  }
}

/** A tool as vendors describe it: they differ in where its schema stands, and in whether it must. */
export function readToolSpec(tool: Fields, key: string, parameters: JsonValue | undefined): ToolSpec {
  const name = tool.string('name')
  if (name === '') throw tool.invalid('name', 'must not be empty')
  if (!isJsonObject(parameters)) throw tool.invalid(key, 'must be a JSON Schema object')
  return { name, description: tool.text('description') ?? '', parameters }
}

export const NO_PARAMETERS = { type: 'object', properties: {} } as const

/** What the model is told of a result. One that says nothing by itself says at least how it ended. */
export function resultContent(result: ToolResult): readonly (TextPart | FilePart)[] {
  const content = result.content.filter((part) => part.type !== 'text' || part.text !== '')
  return content.length > 0 || result.outcome === 'ok' ? content : [{ type: 'text', text: OUTCOME_WORDS[result.outcome] }]
}
