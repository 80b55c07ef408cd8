import type { JsonObject } from './canonical/json.ts'
import { completeJson } from './repair/complete-json.ts'
import { type Mend, mend } from './repair/mend.ts'
import { mendAnything } from './repair/mend-anything.ts'
import { type FallbackReaders, fallbackReaders } from './shapes/reading/fallback-readers.ts'

/** Puts damaged calls right. Handed to a parser, so that one which mends nothing need not carry it. */
export interface Mender {
  readonly mend: Mend
  /** What must follow JSON text that was passed on already, so that the whole says `value`; undefined if it cannot. */
  complete(prefix: string, value: JsonObject): string | undefined
  /** Reads calls in forms that their dialect does not mostly write. */
  readonly forms?: FallbackReaders
}

/** Mends what can be mended without guessing. */
export const carefulMender: Mender = { mend, complete: completeJson, forms: fallbackReaders }

/** Mends whatever can be made sense of. */
export const generousMender: Mender = { mend: mendAnything, complete: completeJson, forms: fallbackReaders }
