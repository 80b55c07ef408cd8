import { isJsonObject, type JsonValue, type ToolCall, type ToolSpec } from '@parley/dialects'

/** JSON with sorted keys, so that equal values are equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item)).join(',')}]`
  // JSON writes `-0` as `0`, and `1e999` as `null`: other arguments than those that were shown.
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${entries.join(',')}}`
}

/** What an approval is bound to: the tool's name and every byte of its arguments. */
export function hashCall(call: Pick<ToolCall, 'name' | 'input'>): Promise<string> {
  return sha256(canonicalJson({ name: call.name, input: call.input }))
}

/** What a grant is bound to: a tool that describes itself differently is another tool. */
export function fingerprintOf(spec: ToolSpec): Promise<string> {
  return sha256(canonicalJson({ name: spec.name, description: spec.description, parameters: spec.parameters }))
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
