import type { Flaw } from '../canonical/part.ts'

/** Thrown by a grammar where a call stops making sense; caught where the call began, so it costs that call and no more. */
export class Damage extends Error {
  override name = 'Damage'
}

/** The same, where another call began inside of it: what was read of it may be that call. */
export class Entangled extends Damage {}

/** What is wrong with a call that another one follows too soon. */
export const INTERRUPTED = 'another call begins before it is closed'

export const CLOSER_MISSING: Flaw = { id: 'closing-mark-missing', message: 'The mark that closes the call was missing.' }
