import { writeExactly } from '../../canonical/exact-numbers.ts'
import type { JsonValue } from '../../canonical/json.ts'
import type { SpokenCall } from '../../canonical/part.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { lineJson } from '../json/json-spellings.ts'
import { pythonJson, pythonRepr, scalarRepr } from '../python/python-repr.ts'
import { type InputWriter, typedValue } from '../values/input-writer.ts'

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

/** How a value is written between two tags. In JSON it is its name. */
export interface ValueSpelling {
  readonly spell: (value: JsonValue) => string
  /** Makes JSON of a list or an object in that spelling. Absent: they are JSON. */
  readonly literal?: (text: string) => string | undefined
  /** What a grammar allows besides JSON. */
  readonly python: 'words' | 'values'
  toJSON(): string
}

/** Lists and objects as JSON, words and numbers as Python prints them: what a template's filters make of them. */
export const pythonWords: ValueSpelling = {
  spell: (value) =>
    typeof value === 'string' || (typeof value === 'object' && value !== null) ? rawValue(value) : scalarRepr(value),
  python: 'words',
  toJSON: () => 'python-words',
}

/** All that is no string as Python prints it. */
export const pythonValues: ValueSpelling = {
  spell: rawPython,
  literal: pythonJson,
  python: 'values',
  toJSON: () => 'python-values',
}

/** The whole input, as an object that stands in the argument `key`; if it is none, it is that argument's value. */
export function writeWrapped(call: CallWriter, input: InputWriter, key: string, text: string): void {
  const json = typedValue(text, new Set(['object']), (damaged) => call.mend(damaged)?.text)
  if (!json.startsWith('{')) return input.json(key, json)
  call.input(json)
  input.written()
}
