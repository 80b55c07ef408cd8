import type { JsonObject } from '../canonical/json.ts'
import { completeJson } from './complete-json.ts'
import { type Mend, mend } from './mend.ts'
import { mendAnything } from './mend-anything.ts'

/** Puts damaged calls right. Handed to a parser, so that one which mends nothing need not carry it. */
export interface Mender {
  readonly mend: Mend
  /** What must follow JSON text that was passed on already, so that the whole says `value`; undefined if it cannot. */
  complete(prefix: string, value: JsonObject): string | undefined
}

/** Mends what can be mended without guessing. */
export const carefulMender: Mender = { mend, complete: completeJson }

/** Mends whatever can be made sense of. */
export const generousMender: Mender = { mend: mendAnything, complete: completeJson }
