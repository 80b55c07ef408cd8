import type { JsonValue } from './canonical/json.ts'
import type { ToolResult } from './canonical/part.ts'

/**
 * Makes markers in foreign text harmless: a web page that contains `<tool_call>` must not become a call, or a fake
 * result, when it is quoted to the model. A zero-width space behind a marker's first character keeps it readable.
 */
export function defuse(text: string, markup: readonly string[]): string {
  let safe = text
  for (const mark of markup) {
    if (mark.length < 2 || !safe.includes(mark)) continue
    safe = safe.replaceAll(mark, `${mark.charAt(0)}\u200b${mark.slice(1)}`)
  }
  return safe
}

/** A result whose words, values and name can be written into the dialect that owns `markup`. */
export function defuseResult(result: ToolResult, markup: readonly string[]): ToolResult {
  return {
    ...result,
    name: defuse(result.name, markup),
    content: result.content.map((part) => (part.type === 'text' ? { ...part, text: defuse(part.text, markup) } : part)),
    ...(result.data !== undefined && { data: defuseValue(result.data, markup) }),
  }
}

function defuseValue(value: JsonValue, markup: readonly string[]): JsonValue {
  const json = JSON.stringify(value)
  const safe = defuse(json, markup)
  if (safe === json) return value
  try {
    return JSON.parse(safe) as JsonValue
  } catch {
    // The marker was made of JSON's own punctuation: what is left is words.
    return safe
  }
}
