import { isJsonObject, type JsonValue } from '@parley/dialects'

/** One text for each value: equal texts are equal values, whatever order their keys came in. Unlike JSON it knows `-0` and `1e999`. */
export function canonicalText(value: JsonValue | undefined): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalText(item)).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`)
  return `{${members.join(',')}}`
}
