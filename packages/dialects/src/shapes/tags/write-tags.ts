import { writeExactly } from '../../canonical/exact-numbers.ts'
import type { JsonValue } from '../../canonical/json.ts'
import type { SpokenCall } from '../../canonical/part.ts'
import { lineJson } from '../json/spaced-json.ts'
import { pythonRepr } from '../python/python-repr.ts'

/** A value as raw text: strings as they are, everything else as JSON, which cannot then hold a tag. */
export function rawValue(value: JsonValue): string {
  return typeof value === 'string' ? value : lineJson(value).replaceAll('<', '\\u003c')
}

/** The same in Python's spelling. */
export function rawPython(value: JsonValue): string {
  return typeof value === 'string' ? value : pythonRepr(value).replaceAll('<', '\\x3c')
}

/** The arguments of a call, one piece of text each. */
export function writeArguments(call: SpokenCall, write: (name: string, text: string, value: JsonValue) => string): string {
  return spellArguments(call, rawValue, write)
}

/** The same with values in a spelling of the dialect's own. */
export function spellArguments(
  call: SpokenCall,
  spell: (value: JsonValue) => string,
  write: (name: string, text: string, value: JsonValue) => string,
): string {
  return writeExactly(call, (input) =>
    Object.entries(input)
      .map(([name, value]) => write(name, spell(value), value))
      .join(''),
  )
}
