import { readInput } from './call-shape.ts'
import type { CallWriter } from './call-writer.ts'
import { readJsonBlock } from './json-block.ts'
import type { Step } from './read-json.ts'
import type { Reading } from './reading.ts'
import type { Bounds } from './salvage.ts'
import type { Source } from './source.ts'

/** Reads JSON where a dialect has a form of its own. Handed to a grammar, so that one which has no need of it stays small. */
export interface JsonForms {
  /** The calls between a dialect's marks. */
  readonly calls: (reading: Reading, bounds: Bounds) => Step
  /** The arguments of one call. */
  readonly input: (source: Source, call: CallWriter) => Step
}

export const jsonForms: JsonForms = { calls: readJsonBlock, input: readInput }
