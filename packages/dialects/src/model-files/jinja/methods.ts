import { type Allowance, TemplateError } from '../budget.ts'
import { textOf } from './text-of.ts'
import { type Callable, Dict, type Given, isList, type Value } from './value.ts'

/** What can be called on a value: `text.strip()`, `object.get('key')`. */
export function methodOf(value: Value, name: string, allowance: Allowance): Callable | undefined {
  if (typeof value === 'string') return bound(TEXT.get(name), value, allowance)
  if (value instanceof Dict) return bound(DICT.get(name), value, allowance)
  return isList(value) ? bound(LIST.get(name), value, allowance) : undefined
}

type Method<Self> = (self: Self, given: Given, allowance: Allowance) => Value

const bound = <Self>(method: Method<Self> | undefined, self: Self, allowance: Allowance): Callable | undefined =>
  method && ((given) => method(self, given, allowance))

const first = ({ positional }: Given): Value => positional[0]
const words = (value: Value): string => (typeof value === 'string' ? value : '')

/** `text.strip('\n')`: any of the characters, at either end. */
function strip(text: string, given: Given, ends: 'both' | 'left' | 'right'): string {
  const signs = first(given)
  const isOut = typeof signs === 'string' ? (sign: string) => signs.includes(sign) : (sign: string) => /\s/.test(sign)
  let [from, to] = [0, text.length]
  if (ends !== 'right') while (from < to && isOut(text[from] ?? '')) from++
  if (ends !== 'left') while (to > from && isOut(text[to - 1] ?? '')) to--
  return text.slice(from, to)
}

const anyOf = (given: Given): readonly string[] => {
  const sought = first(given)
  return (isList(sought) ? sought : [sought]).flatMap((one) => (typeof one === 'string' ? [one] : []))
}

function split(text: string, given: Given, allowance: Allowance): readonly string[] {
  const [separator, most] = [first(given), given.positional[1] ?? given.named.get('maxsplit')]
  if (typeof separator !== 'string') return text.trim() === '' ? [] : text.trim().split(/\s+/)
  if (separator === '') throw new TemplateError('It splits a text by nothing.')
  const pieces = text.split(separator)
  allowance.list(pieces.length)
  if (typeof most !== 'number' || most < 0 || pieces.length <= most + 1) return pieces
  return [...pieces.slice(0, most), pieces.slice(most).join(separator)]
}

export function replace(text: string, { positional: [from, to, count] }: Given, allowance: Allowance): string {
  if (typeof from !== 'string' || typeof to !== 'string') throw new TemplateError('It replaces something that is no text.')
  const pieces = text.split(from)
  allowance.text(text.length + pieces.length * to.length)
  const kept = typeof count === 'number' ? count : pieces.length
  return (
    pieces.slice(0, kept + 1).join(to) +
    pieces
      .slice(kept + 1)
      .map((piece) => from + piece)
      .join('')
  )
}

/** `'%s: %s'|format(…)` and `'{}: {}'.format(…)`. */
export function fillIn(text: string, slots: RegExp, { positional, named }: Given, allowance: Allowance): string {
  let place = 0
  let length = text.length
  return text.replaceAll(slots, (slot: string, key?: string) => {
    if (slot === '%%') return '%'
    const value = key === undefined || key === '' ? positional[place++] : (named.get(key) ?? positional[Number(key)])
    const filled = textOf(value, allowance)
    allowance.text((length += filled.length))
    return filled
  })
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()

const TEXT: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ['upper', (text) => text.toUpperCase()],
  ['lower', (text) => text.toLowerCase()],
  ['strip', (text, given) => strip(text, given, 'both')],
  ['lstrip', (text, given) => strip(text, given, 'left')],
  ['rstrip', (text, given) => strip(text, given, 'right')],
  ['capitalize', capital],
  ['title', (text) => text.replaceAll(/\p{L}+/gu, capital)],
  ['startswith', (text, given) => anyOf(given).some((one) => text.startsWith(one))],
  ['endswith', (text, given) => anyOf(given).some((one) => text.endsWith(one))],
  ['split', split],
  ['splitlines', (text) => text.split(/\r?\n/)],
  ['replace', replace],
  ['find', (text, given) => text.indexOf(words(first(given)))],
  ['rfind', (text, given) => text.lastIndexOf(words(first(given)))],
  ['count', (text, given) => (words(first(given)) === '' ? 0 : text.split(words(first(given))).length - 1)],
  ['isdigit', (text) => /^\d+$/.test(text)],
  ['format', (text, given, allowance) => fillIn(text, /\{(\w*)\}/g, given, allowance)],
  [
    'join',
    (text, given, allowance) => {
      const items = first(given)
      return isList(items) ? joined(items, text, allowance) : ''
    },
  ],
])

export function joined(items: readonly Value[], between: string, allowance: Allowance): string {
  const texts = items.map((item) => textOf(item, allowance))
  allowance.text(texts.reduce((sum, { length }) => sum + length + between.length, 0))
  return texts.join(between)
}

const keyOf = (value: Value): string | number => (typeof value === 'number' ? value : words(value))

const DICT: ReadonlyMap<string, Method<Dict>> = new Map<string, Method<Dict>>([
  ['get', (dict, { positional: [key, other = null] }) => dict.get(keyOf(key)) ?? other],
  ['items', (dict) => [...dict]],
  ['keys', (dict) => [...dict.keys()]],
  ['values', (dict) => [...dict.values()]],
  [
    'update',
    (dict, { positional: [other], named }) => {
      for (const [key, value] of [...(other instanceof Dict ? other : []), ...named]) dict.set(key, value)
      return null
    },
  ],
  [
    'pop',
    (dict, { positional: [key, other] }) => {
      const value = dict.get(keyOf(key)) ?? other
      dict.delete(keyOf(key))
      return value
    },
  ],
  ['copy', (dict) => new Dict(dict)],
])

/** Lists that a template makes are its own to change. */
const changed = (list: readonly Value[]): Value[] =>
  // as: every list here was made by this interpreter; the type says readonly so that nothing else changes one.
  list as Value[]

const LIST: ReadonlyMap<string, Method<readonly Value[]>> = new Map<string, Method<readonly Value[]>>([
  [
    'append',
    (list, given, allowance) => {
      changed(list).push(first(given))
      allowance.list(list.length)
      return null
    },
  ],
  ['pop', (list, given) => changed(list).splice(typeof first(given) === 'number' ? Number(first(given)) : -1, 1)[0]],
  ['index', (list, given) => list.indexOf(first(given))],
  ['count', (list, given) => list.filter((item) => item === first(given)).length],
  [
    'extend',
    (list, given, allowance) => {
      const more = first(given)
      allowance.list(list.length + (isList(more) ? more.length : 0))
      if (isList(more)) changed(list).push(...more)
      return null
    },
  ],
])
