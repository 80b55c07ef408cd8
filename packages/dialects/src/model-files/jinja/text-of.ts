import { pythonRepr } from '../../shapes/python/python-repr.ts'
import type { Allowance } from '../budget.ts'
import { Dict, isCallable, isList, type Value } from './value.ts'

/** A value as Python prints it. */
export function textOf(value: Value, allowance: Allowance): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : repr(value, allowance)
}

function repr(value: Value, allowance: Allowance): string {
  allowance.enter()
  const text = reprOf(value, (item) => repr(item, allowance))
  allowance.text(text.length)
  allowance.leave()
  return text
}

function reprOf(value: Value, inner: (value: Value) => string): string {
  if (isList(value)) return `[${value.map(inner).join(', ')}]`
  if (value instanceof Dict) return `{${[...value].map(([key, item]) => `${inner(key)}: ${inner(item)}`).join(', ')}}`
  return isCallable(value) || value === undefined ? '' : pythonRepr(value)
}

export interface JsonStyle {
  readonly indent: number
  readonly separators: readonly [string, string]
  readonly sorted: boolean
  readonly ascii: boolean
}

/** A value as Python's `json.dumps` writes it. */
export function jsonOf(value: Value, style: JsonStyle, allowance: Allowance, depth = 1): string {
  allowance.enter()
  const inner = (item: Value): string => jsonOf(item, style, allowance, depth + 1)
  const text = isList(value)
    ? group(['[', ']'], value.map(inner), style, depth)
    : value instanceof Dict
      ? group(['{', '}'], members(value, style, inner), style, depth)
      : scalar(value, style)
  allowance.text(text.length)
  allowance.leave()
  return text
}

function members(value: Dict, { separators, sorted, ascii }: JsonStyle, inner: (item: Value) => string): readonly string[] {
  const entries = sorted ? [...value].toSorted(([one], [other]) => (one < other ? -1 : 1)) : [...value]
  return entries.map(([key, item]) => `${jsonText(String(key), ascii)}${separators[1]}${inner(item)}`)
}

function group([open, close]: readonly [string, string], items: readonly string[], style: JsonStyle, depth: number): string {
  if (style.indent === 0 || items.length === 0) return `${open}${items.join(style.separators[0])}${close}`
  const line = `\n${' '.repeat(style.indent * depth)}`
  return `${open}${line}${items.join(style.separators[0].trimEnd() + line)}\n${' '.repeat(style.indent * (depth - 1))}${close}`
}

function scalar(value: Value, { ascii }: JsonStyle): string {
  if (typeof value === 'string') return jsonText(value, ascii)
  return value === undefined || value === null || isCallable(value) ? 'null' : String(value)
}

function jsonText(text: string, ascii: boolean): string {
  const json = JSON.stringify(text)
  if (!ascii) return json
  return json.replaceAll(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
