import type { JsonValue } from '../../canonical/json.ts'
import { sortedJson } from '../../shapes/json/json-spellings.ts'
import { TemplateError } from '../budget.ts'

/** A value that a Go template handles. */
export type GoValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly GoValue[]
  | { readonly [key: string]: GoValue }
  | GoStruct

/** Something of Ollama's that has fields of its own, and writes itself as JSON. */
export class GoStruct {
  readonly fields: ReadonlyMap<string, GoValue>
  readonly json: JsonValue

  constructor(fields: Readonly<Record<string, GoValue>>, json: JsonValue) {
    this.fields = new Map(Object.entries(fields))
    this.json = json
  }
}

export const fieldOf = (value: GoValue, name: string): GoValue => {
  if (value instanceof GoStruct) return value.fields.get(name)
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, GoValue>>)[name]
    : undefined
}

export function isTrue(value: GoValue): boolean {
  if (value instanceof GoStruct) return true
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

const jsonOf = (value: GoValue): JsonValue => {
  if (value instanceof GoStruct) return value.json
  if (Array.isArray(value)) return value.map(jsonOf)
  // What is left is made of JSON.
  return (value ?? null) as JsonValue
}

/** As Go prints it; what Ollama hands to a template prints itself as JSON. */
export function textOf(value: GoValue): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? sortedJson(jsonOf(value)) : String(value)
}

const isSame = (one: GoValue, other: GoValue): boolean =>
  one === other || (typeof one === 'object' && textOf(one) === textOf(other))

const compared = (one: GoValue, other: GoValue): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : textOf(one) < textOf(other)
      ? -1
      : Number(textOf(one) > textOf(other))

function sliced([of, from = 0, to]: readonly GoValue[]): GoValue {
  if (typeof of !== 'string' && !Array.isArray(of)) throw new TemplateError('It slices something that is no list.')
  if (Number(from) > of.length || Number(to ?? 0) > of.length) throw new TemplateError('It slices beyond an end.')
  return of.slice(Number(from), to === undefined ? undefined : Number(to))
}

function lengthOf([value]: readonly GoValue[]): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null && !(value instanceof GoStruct) ? Object.keys(value).length : 0
}

/** `%s`, `%d`, `%v`, `%q`, and `%*s`, whose width is given. */
function formatted([format, ...given]: readonly GoValue[]): string {
  let next = 0
  return textOf(format).replaceAll(/%(\*)?([sdvq%])/g, (_, star: string | undefined, letter: string) => {
    if (letter === '%') return '%'
    const width = star === undefined ? 0 : Math.min(Number(given[next++]), 200)
    const text = textOf(given[next++])
    return (letter === 'q' ? JSON.stringify(text) : text).padStart(width)
  })
}

export const GO_FUNCTIONS: Readonly<Record<string, (given: readonly GoValue[]) => GoValue>> = {
  eq: ([one, ...others]) => others.some((other) => isSame(one, other)),
  ne: ([one, other]) => !isSame(one, other),
  lt: ([one, other]) => compared(one, other) < 0,
  le: ([one, other]) => compared(one, other) <= 0,
  gt: ([one, other]) => compared(one, other) > 0,
  ge: ([one, other]) => compared(one, other) >= 0,
  not: ([value]) => !isTrue(value),
  len: lengthOf,
  slice: sliced,
  index: ([of, ...keys]) =>
    keys.reduce((value: GoValue, key) => (Array.isArray(value) ? value[Number(key)] : fieldOf(value, textOf(key))), of),
  print: (given) => given.map(textOf).join(''),
  printf: formatted,
  json: ([value]) => sortedJson(jsonOf(value)),
  // There is no clock in here, and no date is part of a call.
  currentDate: () => '2026-01-01',
}
