import type { JsonObject, JsonValue } from '../canonical/json.ts'
import type { SpokenCall } from '../canonical/part.ts'

/** A value as raw text: strings as they are, everything else as JSON, which cannot then hold a tag. */
export function rawValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The arguments of a call, one piece of text each. Numbers keep their spelling where they were too large to parse. */
export function writeArguments(call: SpokenCall, write: (name: string, text: string, value: JsonValue) => string): string {
  return Object.entries(call.input)
    .map(([name, value]) => write(name, exactText(call, name, value), value))
    .join('')
}

/** An integer beyond 2^53 survives only in the text of the input. */
function exactText(call: SpokenCall, name: string, value: JsonValue): string {
  if (call.inputText === undefined || typeof value === 'string') return rawValue(value)
  const sources = topLevelSources(call.inputText)
  return (sources[name] as string | undefined) ?? rawValue(value)
}

/** The spelling of every number that is an argument by itself. */
function topLevelSources(inputText: string): JsonObject {
  const sources: Record<string, string> = Object.create(null) as Record<string, string>
  JSON.parse(inputText, function (this: unknown, key: string, value: unknown, context?: { source?: string }) {
    if (typeof value === 'number' && context?.source !== undefined) sources[key] = context.source
    return value
  })
  return sources
}
