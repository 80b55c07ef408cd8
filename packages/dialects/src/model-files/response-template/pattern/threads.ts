import type { Program } from './compile-pattern.ts'

/** A way in which a pattern may go on. Those that began earlier stand first, and of these the preferred ones. */
interface Thread {
  readonly step: number
  readonly start: number
  readonly kept: readonly number[]
}

export interface Match {
  readonly start: number
  readonly end: number
  readonly kept: readonly number[]
}

const NOTHING_KEPT: readonly number[] = []

/**
 * Looks for the first match of one pattern, one character at a time: all ways to match are followed at once, so no text
 * makes it slow, and what is found depends on the characters alone, not on how they came.
 */
export class Threads {
  /** The best match so far. It is final once no thread is left. */
  match: Match | undefined
  readonly #program: Program
  /** No match is longer. */
  readonly #most: number
  #threads: Thread[] = []
  #next: Thread[] = []
  /** When each step was last reached, so that none is followed twice at one place. */
  readonly #reached: Float64Array
  #moment = 0
  #settled = false

  constructor(program: Program, most = Infinity) {
    this.#program = program
    this.#most = most
    this.#reached = new Float64Array(program.code.length)
  }

  /** Where the earliest match that may still come begins; infinite when none has begun. */
  get earliest(): number {
    return this.#threads[0]?.start ?? Infinity
  }

  /** The character at `place`, and where it ends. */
  step(code: number, place: number, end: number): void {
    this.#beginAt(place)
    const threads = this.#threads
    this.#threads = this.#next
    this.#next = threads
    this.#threads.length = 0
    this.#moment++
    this.#settled = false
    for (const thread of threads) {
      if (this.#settled) break
      const instruction = this.#program.code[thread.step]
      if (instruction?.op === 'char' && end - thread.start <= this.#most && instruction.set.has(code))
        this.#follow({ ...thread, step: thread.step + 1 }, end, false)
    }
    threads.length = 0
  }

  /** The text ends at `place`. */
  finish(place: number): void {
    this.#beginAt(place)
    const threads = this.#threads
    this.#threads = []
    this.#moment++
    this.#settled = false
    for (const thread of threads) {
      if (this.#settled) break
      if (this.#program.code[thread.step]?.op === 'end') this.#follow({ ...thread, step: thread.step + 1 }, place, true)
    }
    this.#threads = []
  }

  /** A match may begin here, unless one began already that came to its end. */
  #beginAt(place: number): void {
    if (this.match !== undefined) return
    this.#settled = false
    if (this.#threads.length === 0) this.#moment++
    this.#follow({ step: 0, start: place, kept: NOTHING_KEPT }, place, false)
  }

  /** Follows a thread to where it needs a character. */
  #follow(thread: Thread, place: number, ended: boolean): void {
    if (this.#settled || this.#reached[thread.step] === this.#moment) return
    this.#reached[thread.step] = this.#moment
    const { step, start, kept } = thread
    const instruction = this.#program.code[step]
    if (instruction === undefined) return
    if (instruction.op === 'char' || (instruction.op === 'end' && !ended)) this.#threads.push(thread)
    else if (instruction.op === 'split') {
      this.#follow({ step: instruction.first, start, kept }, place, ended)
      this.#follow({ step: instruction.second, start, kept }, place, ended)
    } else if (instruction.op === 'jump') this.#follow({ step: instruction.to, start, kept }, place, ended)
    else if (instruction.op === 'keep')
      this.#follow({ step: step + 1, start, kept: keptAt(kept, instruction.slot, place) }, place, ended)
    else if (instruction.op === 'match') {
      this.match = { start, end: place, kept }
      // Whatever comes behind is less preferred than this.
      this.#settled = true
    } else if (instruction.op === 'end' || place === 0) this.#follow({ step: step + 1, start, kept }, place, ended)
  }
}

function keptAt(kept: readonly number[], slot: number, place: number): readonly number[] {
  const copy = kept.slice()
  copy[slot] = place
  return copy
}
