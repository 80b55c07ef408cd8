import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import { Damage } from '../../engine/damage.ts'
import { Refused } from '../refused.ts'
import { say } from '../words.ts'

const PLACEHOLDER = /\{(\w+(?:\.\w+)*)\}/
const WHOLE = /^\{(\w+(?:\.\w+)*)\}$/
const MOST_DEPTH = 16

/** `{content.args}` → `['content', 'args']`; undefined for what is no placeholder. */
export function pathOf(value: JsonValue | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? WHOLE.exec(value)?.[1]?.split('.') : undefined
}

/** Refuses text that is mixed with placeholders, and what is nested too deep. */
export function checkTransform(value: JsonValue, path: string, depth = 0): void {
  if (depth > MOST_DEPTH) throw new Refused(`\`${path}\` is nested too deep.`)
  if (typeof value === 'string') {
    if (PLACEHOLDER.test(value) && !WHOLE.test(value))
      throw new Refused(`\`${path}\` mixes a placeholder with other text. Write the placeholder alone.`)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) checkTransform(inner, `${path}.${key}`, depth + 1)
}

/** Fills the placeholders of a transform. */
export function applyTransform(transform: JsonValue, scope: JsonObject): JsonValue {
  const path = pathOf(transform)
  if (path) return lookUp(path, scope)
  if (Array.isArray(transform)) return transform.map((inner) => applyTransform(inner, scope))
  if (!isJsonObject(transform)) return transform
  return Object.fromEntries(Object.entries(transform).map(([key, inner]) => [key, applyTransform(inner, scope)]))
}

function lookUp(path: readonly string[], scope: JsonObject): JsonValue {
  let value: JsonValue = scope
  for (const key of path) {
    const next: JsonValue | undefined = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    if (next === undefined) throw new Damage(say('call.lacks', { key }))
    value = next
  }
  return value
}
