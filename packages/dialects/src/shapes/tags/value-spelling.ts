import type { JsonValue } from '../../canonical/json.ts'
import { pythonJson } from '../python/python-json.ts'
import { scalarRepr } from '../python/python-repr.ts'
import { rawPython, rawValue } from './write-tags.ts'

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
