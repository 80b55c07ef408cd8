import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import { INPUT_KEYS, NAME_KEYS } from '../../shapes/json/call-shape.ts'
import type { Field } from './template.ts'
import { pathOf } from './transform.ts'

/** How the calls of a field can be read. */
export type CallForm =
  /** A name in the opening mark, then JSON: read while it arrives. */
  | { readonly as: 'named'; readonly group: string; readonly closers: readonly string[] }
  /** JSON with the name in it, one call or several: read while it arrives. */
  | { readonly as: 'json'; readonly closers: readonly string[] }
  /** Anything else: read when it is whole. The name may stand in the opening mark. */
  | { readonly as: 'whole'; readonly group?: string }

/** `{type: 'function', function: {…}}` or what stands in it. */
export function functionOf(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, 'function') ? value['function'] : value
}

export function callForm({ content, transform, each, open, close }: Field): CallForm {
  const called = functionOf(transform)
  const name = isJsonObject(called) ? pathOf(called['name']) : undefined
  const input = isJsonObject(called) ? pathOf(called['arguments']) : undefined
  const group = name?.length === 1 && name[0] !== undefined && open?.program.groups.includes(name[0]) ? name[0] : undefined
  const closers = close?.spellings ?? (close === undefined ? [] : undefined)
  const isStrict = content.as === 'json' && !content.bareKeys && !content.orText && content.quotes.length === 0
  if (isStrict && closers) {
    if (group !== undefined && !each && isWhole(input)) return { as: 'named', group, closers }
    if (called === undefined || isWhole(pathOf(called)) || (hasKey(name, each, NAME_KEYS) && hasKey(input, each, INPUT_KEYS)))
      return { as: 'json', closers }
  }
  return { as: 'whole', ...(group !== undefined && { group }) }
}

const isWhole = (path: readonly string[] | undefined): boolean => path?.length === 1 && path[0] === 'content'

/** Whether it is one of the keys by which calls in JSON are read anyway. */
const hasKey = (path: readonly string[] | undefined, each: boolean, keys: readonly string[]): boolean =>
  path !== undefined && path.length === (each ? 1 : 2) && (each || path[0] === 'content') && keys.includes(path.at(-1) ?? '')
