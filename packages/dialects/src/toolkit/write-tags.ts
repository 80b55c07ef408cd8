import { writeExactly } from '../canonical/exact-numbers.ts'
import type { JsonValue } from '../canonical/json.ts'
import type { SpokenCall } from '../canonical/part.ts'

/** A value as raw text: strings as they are, everything else as JSON, which cannot then hold a tag. */
export function rawValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The arguments of a call, one piece of text each. */
export function writeArguments(call: SpokenCall, write: (name: string, text: string, value: JsonValue) => string): string {
  return writeExactly(call, (input) =>
    Object.entries(input)
      .map(([name, value]) => write(name, rawValue(value), value))
      .join(''),
  )
}
