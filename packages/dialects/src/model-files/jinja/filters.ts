import { type Allowance, TemplateError } from '../budget.ts'
import { fillIn, joined, methodOf, replace } from './methods.ts'
import { TESTS } from './tests.ts'
import { type JsonStyle, jsonOf, textOf } from './text-of.ts'
import { Dict, type Given, isList, isTrue, itemsOf, sizeOf, type Value, valueOf } from './value.ts'

/** `value|filter(…)` */
export function applyFilter(name: string, value: Value, given: Given, allowance: Allowance): Value {
  const filter = FILTERS.get(name)
  if (filter) return filter(value, given, allowance)
  throw new TemplateError(`It uses the filter \`${name.slice(0, 40)}\`, which is not known.`)
}

type Filter = (value: Value, given: Given, allowance: Allowance) => Value

const named = ({ positional, named: names }: Given, place: number, name: string): Value => positional[place] ?? names.get(name)

function style(given: Given): JsonStyle {
  const indent = named(given, 0, 'indent')
  const separators = given.named.get('separators')
  const [items, keys] = isList(separators) ? separators : []
  return {
    indent: typeof indent === 'number' ? Math.max(0, Math.min(indent, 16)) : 0,
    separators: [typeof items === 'string' ? items : ', ', typeof keys === 'string' ? keys : ': '],
    sorted: isTrue(given.named.get('sort_keys')),
    ascii: isTrue(given.named.get('ensure_ascii')),
  }
}

/** `items|selectattr('type', 'equalto', 'text')`, `items|map(attribute='name')`. */
function attribute(item: Value, path: Value): Value {
  return String(path)
    .split('.')
    .reduce<Value>((value, key) => (value instanceof Dict ? value.get(key) : undefined), item)
}

function passes(value: Value, test: Value, other: Value): boolean {
  if (test === undefined) return isTrue(value)
  const found = TESTS.get(String(test))
  if (!found) throw new TemplateError(`It uses the test \`${String(test).slice(0, 40)}\`, which is not known.`)
  return found(value, other)
}

const selecting =
  (wanted: boolean): Filter =>
  (value, { positional: [test, other] }) =>
    itemsOf(value).filter((item) => passes(item, test, other) === wanted)

const selectingBy =
  (wanted: boolean): Filter =>
  (value, { positional: [path, test, other] }) =>
    itemsOf(value).filter((item) => passes(attribute(item, path), test, other) === wanted)

const map: Filter = (value, given, allowance) => {
  const path = given.named.get('attribute')
  if (path !== undefined) return itemsOf(value).map((item) => attribute(item, path) ?? given.named.get('default'))
  const [name, ...rest] = given.positional
  return itemsOf(value).map((item) => applyFilter(String(name), item, { ...given, positional: rest }, allowance))
}

const before = (one: Value, other: Value): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : one === other ? 0 : 1

const sort: Filter = (value, given) => {
  const path = given.named.get('attribute')
  const by = (item: Value): Value => (path === undefined ? item : attribute(item, path))
  const sorted = itemsOf(value).toSorted((one, other) => before(by(one), by(other)))
  return isTrue(named(given, 0, 'reverse')) ? sorted.toReversed() : sorted
}

const dictsort: Filter = (value) => (value instanceof Dict ? [...value].toSorted(([one], [other]) => before(one, other)) : [])

function setIn(value: Value, given: Given, allowance: Allowance): string {
  const width = named(given, 0, 'width') ?? 4
  const margin = typeof width === 'string' ? width : ' '.repeat(Math.max(0, Math.min(Number(width), 100)))
  const lines = textOf(value, allowance).split('\n')
  allowance.text(lines.reduce((sum, { length }) => sum + length + margin.length + 1, 0))
  const isFirst = isTrue(named(given, 1, 'first'))
  return lines.map((line, place) => (line === '' || (place === 0 && !isFirst) ? line : margin + line)).join('\n')
}

function parsed(value: Value, allowance: Allowance): Value {
  try {
    return valueOf(JSON.parse(textOf(value, allowance)))
  } catch {
    throw new TemplateError('It reads JSON that is none.')
  }
}

/** What is also a method of a text. */
const asMethod =
  (name: string): Filter =>
  (value, given, allowance) =>
    methodOf(textOf(value, allowance), name, allowance)?.(given)

const number = (value: Value, given: Given): number => {
  const read = typeof value === 'string' ? Number.parseFloat(value) : Number(value)
  return Number.isNaN(read) ? Number(named(given, 0, 'default') ?? 0) : read
}

const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['tojson', (value, given, allowance) => jsonOf(value, style(given), allowance)],
  ['fromjson', (value, _, allowance) => parsed(value, allowance)],
  ['from_json', (value, _, allowance) => parsed(value, allowance)],
  ['length', sizeOf],
  ['count', sizeOf],
  ['string', (value, _, allowance) => textOf(value, allowance)],
  ['safe', (value) => value],
  ['e', (value) => value],
  ['escape', (value) => value],
  ['trim', asMethod('strip')],
  ['upper', asMethod('upper')],
  ['lower', asMethod('lower')],
  ['title', asMethod('title')],
  ['capitalize', asMethod('capitalize')],
  [
    'default',
    (value, given) =>
      value === undefined || (isTrue(named(given, 1, 'boolean')) && !isTrue(value))
        ? (named(given, 0, 'default_value') ?? '')
        : value,
  ],
  ['items', (value) => (value instanceof Dict ? [...value] : [])],
  ['dictsort', dictsort],
  ['list', (value) => [...itemsOf(value)]],
  ['first', (value) => itemsOf(value)[0]],
  ['last', (value) => itemsOf(value).at(-1)],
  ['reverse', (value) => (typeof value === 'string' ? [...value].toReversed().join('') : itemsOf(value).toReversed())],
  ['join', (value, given, allowance) => joined(joinable(value, given), textOf(named(given, 0, 'd'), allowance), allowance)],
  ['map', map],
  ['select', selecting(true)],
  ['reject', selecting(false)],
  ['selectattr', selectingBy(true)],
  ['rejectattr', selectingBy(false)],
  ['sort', sort],
  ['unique', (value) => [...new Set(itemsOf(value))]],
  ['min', (value) => itemsOf(value).toSorted(before)[0]],
  ['max', (value) => itemsOf(value).toSorted(before).at(-1)],
  ['sum', (value) => itemsOf(value).reduce<number>((sum, item) => sum + Number(item), 0)],
  ['abs', (value) => Math.abs(Number(value))],
  ['int', (value, given) => Math.trunc(number(value, given))],
  ['float', number],
  ['round', (value) => Math.round(Number(value))],
  ['replace', (value, given, allowance) => replace(textOf(value, allowance), given, allowance)],
  ['indent', setIn],
  ['format', (value, given, allowance) => fillIn(textOf(value, allowance), /%(?:\((\w+)\))?[sdrf]|%%/g, given, allowance)],
])

function joinable(value: Value, given: Given): readonly Value[] {
  const path = given.named.get('attribute')
  return path === undefined ? itemsOf(value) : itemsOf(value).map((item) => attribute(item, path))
}
