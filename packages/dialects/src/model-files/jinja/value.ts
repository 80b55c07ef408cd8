import type { JsonValue } from '../../canonical/json.ts'
import { type Allowance, TemplateError } from '../budget.ts'

/** What a template works with. Objects are maps, so that no name of the language we run in can be reached. */
export type Value = string | number | boolean | null | undefined | readonly Value[] | Dict | Callable

export class Dict extends Map<string | number, Value> {}

export interface Given {
  readonly positional: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

export type Callable = (given: Given) => Value

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
export const isCallable = (value: Value): value is Callable => typeof value === 'function'

/** JSON as a template sees it. */
export function valueOf(json: JsonValue): Value {
  if (Array.isArray(json)) return json.map((item: JsonValue) => valueOf(item))
  if (typeof json !== 'object' || json === null) return json
  return new Dict(Object.entries(json).map(([key, item]) => [key, valueOf(item)]))
}

export function isTrue(value: Value): boolean {
  if (isList(value)) return value.length > 0
  return value instanceof Dict ? value.size > 0 : Boolean(value)
}

/** The items of whatever can be gone through; nothing else has any. */
export function itemsOf(value: Value): readonly Value[] {
  if (isList(value)) return value
  if (value instanceof Dict) return [...value.keys()]
  if (typeof value === 'string') return [...value]
  if (value === undefined || value === null) return []
  throw new TemplateError('It goes through something that has no items.')
}

export function sizeOf(value: Value): number {
  return value instanceof Dict ? value.size : typeof value === 'string' ? value.length : itemsOf(value).length
}

export function isEqual(one: Value, other: Value, allowance: Allowance): boolean {
  allowance.spend(1)
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, place) => isEqual(item, other[place], allowance))
  if (one instanceof Dict && other instanceof Dict)
    return one.size === other.size && [...one].every(([key, item]) => other.has(key) && isEqual(item, other.get(key), allowance))
  return one === other
}
