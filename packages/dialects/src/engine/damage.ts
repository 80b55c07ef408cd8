import { flaw } from '../canonical/flaws.ts'
import type { Flaw } from '../canonical/part.ts'
import type { Sentence } from '../canonical/sentence.ts'
import { say } from '../canonical/words.ts'

/** Thrown by a grammar where a call stops making sense; caught where the call began, so it costs that call and no more. */
export class Damage {
  readonly sentence: Sentence

  constructor(problem: string | Sentence) {
    this.sentence = typeof problem === 'string' ? { message: problem } : problem
  }
}

/** The same, where another call began inside of it: what was read of it may be that call. */
export class Entangled extends Damage {}

/** What is wrong with a call that another one follows too soon. */
export const INTERRUPTED = say('call.interrupted')

export const CLOSER_MISSING: Flaw = flaw('closing-mark-missing')
