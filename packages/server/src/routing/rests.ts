import type { Fault } from '@parley/dialects'

/** Who failed a short time ago, and is left alone for a while. */
export interface Rests {
  /** Why a model rests, and until when. Absent: it does not. */
  of(model: string): Resting | undefined
  /** It failed. A limit is sat out for as long as the server says; anything else for longer each time, up to an end. */
  begin(model: string, fault: Fault): void
  /** It answered. */
  end(model: string): void
}

interface Resting {
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly fault: Fault
}

const SHORTEST = 5000
const LONGEST = 5 * 60_000
/** Nobody is believed who wants to be left alone for longer. */
const MOST_ASKED_FOR = 24 * 60 * 60_000

export function createRests(now: () => number): Rests {
  const resting = new Map<string, Resting & { readonly failures: number }>()
  const current = (model: string) => {
    const rest = resting.get(model)
    return rest && rest.until > now() ? rest : undefined
  }
  return {
    of: current,
    begin(model, fault) {
      // Many requests may fail of one cause.
      const failures = current(model)?.failures ?? (resting.get(model)?.failures ?? 0) + 1
      const usual = Math.min(SHORTEST * 2 ** (failures - 1), LONGEST)
      const length = fault.retryAfter === undefined ? usual : Math.min(fault.retryAfter * 1000, MOST_ASKED_FOR)
      resting.set(model, { until: now() + length, fault, failures })
    },
    end: (model) => void resting.delete(model),
  }
}
