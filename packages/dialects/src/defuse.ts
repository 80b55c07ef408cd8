import { isJsonObject, type JsonValue } from './canonical/json.ts'
import type { SpokenCall, ToolResult } from './canonical/part.ts'

/**
 * Makes markers in foreign text harmless: a web page that contains `<tool_call>` must not become a call, or a fake
 * result, when it is quoted to the model. A zero-width space behind a marker's first character keeps it readable.
 */
export function defuse(text: string, markup: readonly string[]): string {
  let safe = text
  for (const mark of markup) {
    if (mark.length < 2) continue
    // Once is not enough for `>>>>>>`: behind the first mark stands the rest of it before another.
    while (safe.includes(mark)) safe = safe.replaceAll(mark, `${mark.charAt(0)}\u200b${mark.slice(1)}`)
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

/** A call whose arguments can be quoted in a result. */
export function defuseCall(call: SpokenCall, markup: readonly string[]): SpokenCall {
  const input = defuseValue(call.input, markup)
  return { id: call.id, name: defuse(call.name, markup), input: isJsonObject(input) ? input : {} }
}

/** First string by string, because JSON spells quotes in another way; then the punctuation between them. */
function defuseValue(value: JsonValue, markup: readonly string[]): JsonValue {
  const json = JSON.stringify(value, (_, item: JsonValue) => {
    if (typeof item === 'string') return defuse(item, markup)
    if (!isJsonObject(item)) return item
    return Object.fromEntries(Object.entries(item).map(([key, member]) => [defuse(key, markup), member]))
  })
  const safe = defuse(json, markup)
  try {
    return JSON.parse(safe) as JsonValue
  } catch {
    // The marker was made of JSON's own punctuation: what is left is words.
    return safe
  }
}
