/** Long work, in pieces: whoever does it says how much it was, and now and then lets everybody else have a turn. */
export interface Pace {
  /** All that was done so far, in characters looked at. */
  readonly spent: number
  /** Behind a piece of work. What it returns must be awaited before the next. */
  rest(work: number): Promise<void> | undefined
}

/** Work that can be paused: yields how many characters it has looked at since the last time. */
export type Paced<Value> = Generator<number, Value, undefined>

/** The whole work at once. */
export function finished<Value>(work: Paced<Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The work with its pauses. */
export async function unhurried<Value>(work: Paced<Value>, pace: Pace): Promise<Value> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    const rest = pace.rest(step.value)
    if (rest) await rest
  }
}

/** As much as is done in a few milliseconds even where reading is slow. */
export const PIECE = 16_384

export function createPace(): Pace {
  let spent = 0
  let since = 0
  return {
    get spent() {
      return spent
    },
    rest(work) {
      spent += work
      since += work
      if (since < PIECE) return undefined
      since = 0
      // A timer and not a promise: promises are settled before anybody else is looked at.
      return new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}
