import { jsonrepair } from 'jsonrepair'
import type { JsonValue } from '../canonical/json.ts'
import type { Flaw } from '../canonical/part.ts'

export interface Mended {
  readonly value: JsonValue
  /** Empty when the text was JSON all along. */
  readonly flaws: readonly Flaw[]
}

/** Reads text that should have been JSON. Undefined when nobody can say what was meant. */
export function mend(text: string): Mended | undefined {
  const strict = parse(text)
  if (strict !== undefined) return { value: strict, flaws: [] }
  const repaired = repair(text)
  if (repaired === undefined) return undefined
  return { value: repaired, flaws: [{ id: 'repaired', message: 'The JSON was damaged and had to be repaired.' }] }
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function repair(text: string): JsonValue | undefined {
  try {
    return parse(jsonrepair(text))
  } catch {
    return undefined
  }
}
