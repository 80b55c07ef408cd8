import type { CallWriter } from '../../engine/call-writer.ts'
import type { Source } from '../../engine/source.ts'
import type { Step } from '../../engine/steps.ts'
import type { Reading } from '../reading/reading.ts'
import type { Bounds } from '../reading/salvage.ts'
import { readInput } from './call-shape.ts'
import { readJsonBlock } from './json-block.ts'

/** Reads JSON where a dialect has a form of its own. Handed to a grammar, so that one which has no need of it stays small. */
export interface JsonForms {
  /** The calls between a dialect's marks. */
  readonly calls: (reading: Reading, bounds: Bounds) => Step
  /** The arguments of one call. */
  readonly input: (source: Source, call: CallWriter) => Step
}

export const jsonForms: JsonForms = { calls: readJsonBlock, input: readInput }
