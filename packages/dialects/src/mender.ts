import type { JsonObject } from './canonical/json.ts'
import { completeJson } from './repair/complete-json.ts'
import { type Mend, mend } from './repair/mend.ts'
import { mendAnything } from './repair/mend-anything.ts'
import { type JsonForms, jsonForms } from './toolkit/json-forms.ts'

/** Puts damaged calls right. Handed to a parser, so that one which mends nothing need not carry it. */
export interface Mender {
  readonly mend: Mend
  /** What must follow JSON text that was passed on already, so that the whole says `value`; undefined if it cannot. */
  complete(prefix: string, value: JsonObject): string | undefined
  /** Reads calls that are JSON although their dialect writes elements or Python. Absent: such a call is a broken call. */
  readonly json?: JsonForms
}

/** Mends what can be mended without guessing. */
export const carefulMender: Mender = { mend, complete: completeJson, json: jsonForms }

/** Mends whatever can be made sense of. */
export const generousMender: Mender = { mend: mendAnything, complete: completeJson, json: jsonForms }
