import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'
import { Refused } from './refused.ts'

/** A part of what came from outside, and where in it: `fields.tool_calls.open`. */
export interface Given {
  readonly value: JsonObject
  readonly path: string
}

export const at = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const kindOf = (value: JsonValue | undefined): string =>
  value === null
    ? 'null'
    : value === undefined
      ? 'missing'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`

export function refuse(path: string, wanted: string, value: JsonValue | undefined): never {
  throw new Refused(`\`${path}\` must be ${wanted}, and is ${kindOf(value)}.`)
}

export function objectAt(value: JsonValue | undefined, path: string): Given {
  if (!isJsonObject(value)) return refuse(path, 'an object', value)
  return { value, path }
}

/** Refuses keys that are not `known`, by their names. */
export function onlyKeys({ value, path }: Given, known: readonly string[]): void {
  const others = Object.keys(value).filter((key) => !known.includes(key))
  if (others.length === 0) return
  const names = others.slice(0, 5).map((key) => `\`${at(path, key.slice(0, 60))}\``)
  throw new Refused(`${names.join(', ')} ${others.length === 1 ? 'is' : 'are'} not known. Known here: ${known.join(', ')}.`)
}

/** What stands under a key, `undefined` where nothing does; keys of the prototype are nothing. */
export const under = ({ value }: Given, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

export function flagAt(given: Given, key: string, absent = false): boolean {
  const value = under(given, key)
  if (value === undefined) return absent
  return typeof value === 'boolean' ? value : refuse(at(given.path, key), '`true` or `false`', value)
}

export function textAt(given: Given, key: string): string | undefined {
  const value = under(given, key)
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : refuse(at(given.path, key), 'a string', value)
}
