import type { JsonValue } from '../canonical/json.ts'
import type { Flaw } from '../canonical/part.ts'
import type { Mend } from '../repair/mend.ts'
import type { JsonType } from './schema-types.ts'

export interface TypedValue {
  /** The value as JSON text; numbers as they were spelled. */
  readonly json: string
  readonly flaws: readonly Flaw[]
}

/** Whether raw text for this parameter is certainly a string, so that it can be passed on while it arrives. */
export function isPlainString(types: ReadonlySet<JsonType>): boolean {
  return types.size === 0 || (types.size === 1 && types.has('string'))
}

/**
 * Reads raw text as a value, by its schema only. A declared string is never anything else: `007` stays `"007"`.
 * What fits none of the types stays a string, and validation says so. Without `mend`, damaged JSON does not fit.
 */
export function typedValue(raw: string, types: ReadonlySet<JsonType>, mend?: Mend): TypedValue {
  const text = raw.trim()
  const word = wordValue(text, types)
  if (word !== undefined) return { json: word, flaws: [] }
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return { json: text, flaws: [] }
  if (types.has('object') || types.has('array')) {
    const structured = structuredValue(text, types, mend)
    if (structured) return structured
  }
  // A string among several types may have been written with its quotes.
  if (types.has('string') && !isPlainString(types) && /^"(?:[^"\\]|\\.)*"$/s.test(text)) {
    const value = parsed(text)
    if (typeof value === 'string') return { json: text, flaws: [] }
  }
  return { json: JSON.stringify(raw), flaws: [] }
}

function wordValue(text: string, types: ReadonlySet<JsonType>): string | undefined {
  if (types.has('null') && /^(?:null|None|nil)$/.test(text)) return 'null'
  if (!types.has('boolean')) return undefined
  if (/^true$/i.test(text)) return 'true'
  if (/^false$/i.test(text)) return 'false'
  if (types.size === 1 && /^[01]$/.test(text)) return text === '1' ? 'true' : 'false'
  return undefined
}

function structuredValue(text: string, types: ReadonlySet<JsonType>, mend: Mend | undefined): TypedValue | undefined {
  const fits = (text.startsWith('{') && types.has('object')) || (text.startsWith('[') && types.has('array'))
  if (!fits) return undefined
  if (parsed(text) !== undefined) return { json: text, flaws: [] }
  const mended = mend?.(text)
  return mended && typeof mended.value === 'object' ? { json: mended.text, flaws: mended.flaws } : undefined
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
