import { isJsonObject, type JsonObject, type JsonValue, type SpokenPart, type ToolCall, writeExactly } from '@parley/dialects'
import { canonicalJson } from '../../ledger/ledger.ts'

/** What a call asks for, whatever its id. */
export type AskedCall = Pick<ToolCall, 'name' | 'input' | 'inputText'>

/** Why two answers count as the same although they are written differently. None of these changes what would run. */
export type Allowance = 'order of keys' | 'white space at line ends' | 'order of calls' | 'ids of calls'

export type Difference =
  | { readonly kind: 'missing'; readonly recorded: AskedCall }
  | { readonly kind: 'added'; readonly now: AskedCall }
  | { readonly kind: 'unreadable'; readonly recorded?: AskedCall; readonly source: string; readonly problem: string }
  | { readonly kind: 'tool'; readonly recorded: AskedCall; readonly now: AskedCall }
  /** `path` leads to the first value that differs: `lines[2].text`. */
  | { readonly kind: 'argument'; readonly recorded: AskedCall; readonly now: AskedCall; readonly path: string }

export type Comparison =
  | { readonly kind: 'same'; readonly allowed: readonly Allowance[] }
  | { readonly kind: 'different'; readonly difference: Difference }

/** Compares what two answers would do. Their words and thoughts do not count; what else was overlooked is named. */
export function compareCalls(recorded: readonly SpokenPart[], now: readonly SpokenPart[]): Comparison {
  const expected = callsOf(recorded)
  const left = [...callsOf(now)]
  const allowed = new Set<Allowance>()
  const unmatched: AskedCall[] = []
  for (const call of expected) {
    const at = left.findIndex((other) => allowanceFor(call, other) !== undefined)
    const [match] = at < 0 ? [] : left.splice(at, 1)
    if (!match) unmatched.push(call)
    else for (const allowance of allowanceFor(call, match) ?? []) allowed.add(allowance)
    if (at > 0) allowed.add('order of calls')
  }
  const broken = now.find((part) => part.type === 'broken-call')
  const [missing] = unmatched
  if (broken) {
    const { source, problem } = broken
    return { kind: 'different', difference: { kind: 'unreadable', source, problem, ...(missing && { recorded: missing }) } }
  }
  const [added] = left
  if (!missing && !added) return { kind: 'same', allowed: [...allowed] }
  return { kind: 'different', difference: differenceOf(missing, added) }
}

const callsOf = (parts: readonly SpokenPart[]): readonly ToolCall[] => parts.filter((part) => part.type === 'tool-call')

/** What has to be overlooked so that two calls are one; undefined where they are not. */
function allowanceFor(recorded: ToolCall, now: ToolCall): readonly Allowance[] | undefined {
  const isSame = (write: (input: JsonObject) => string): boolean => writeExactly(recorded, write) === writeExactly(now, write)
  if (recorded.name !== now.name || !isSame((input) => canonicalJson(trimmed(input)))) return undefined
  const overlooked: readonly (readonly [Allowance, boolean])[] = [
    ['order of keys', !isSame((input) => JSON.stringify(trimmed(input)))],
    ['white space at line ends', !isSame(canonicalJson)],
    ['ids of calls', recorded.id !== now.id],
  ]
  return overlooked.flatMap(([allowance, isNeeded]) => (isNeeded ? allowance : []))
}

/** Blanks in front of a line may mean something, as in Python; those behind it and behind the last one do not. */
function trimmed(value: JsonValue): JsonValue {
  if (typeof value === 'string')
    return value
      .split(/\r?\n/)
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  if (Array.isArray(value)) return value.map((item: JsonValue) => trimmed(item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, trimmed(item ?? null)]))
}

function differenceOf(recorded: AskedCall | undefined, now: AskedCall | undefined): Difference {
  if (!recorded) return { kind: 'added', now: now ?? { name: '', input: {} } }
  if (!now) return { kind: 'missing', recorded }
  if (recorded.name !== now.name) return { kind: 'tool', recorded, now }
  return { kind: 'argument', recorded, now, path: firstDifference(trimmed(recorded.input), trimmed(now.input)) }
}

/** Where two values that differ do so first, in the order of the first one's keys. */
function firstDifference(recorded: JsonValue, now: JsonValue): string {
  const [before, after] = [entriesOf(recorded), entriesOf(now)]
  if (!before || !after || Array.isArray(recorded) !== Array.isArray(now)) return ''
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [left, right] = [before.get(key), after.get(key)]
    if (left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right)) continue
    const inner = left === undefined || right === undefined ? '' : firstDifference(left, right)
    const here = Array.isArray(recorded) ? `[${key}]` : key
    return inner === '' || inner.startsWith('[') ? here + inner : `${here}.${inner}`
  }
  return ''
}

function entriesOf(value: JsonValue): ReadonlyMap<string, JsonValue> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item: JsonValue, index) => [String(index), item]))
  return isJsonObject(value) ? new Map(Object.entries(value).map(([key, item]) => [key, item ?? null])) : undefined
}
