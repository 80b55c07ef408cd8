import { cpuTime } from './cpu-time.ts'

const TIMES = 8
const MOST_ROUNDS = 6
/** Below this a clock says more about itself than about the work. */
const LEAST_MS = 2

/**
 * How many times as long `work` takes for eight times the size: 8 in proportion, 64 by the square. Both are measured in turns and the
 * best of each counts, so that a busy machine, which slows both, is not taken for slow work.
 */
export function growth(work: (size: number) => void, size: number): number {
  let small = Number.POSITIVE_INFINITY
  let large = Number.POSITIVE_INFINITY
  const ratio = () => large / Math.max(small, LEAST_MS)
  work(size)
  for (let round = 0; round < MOST_ROUNDS && !(ratio() < 2 * TIMES); round++) {
    small = Math.min(
      small,
      cpuTime(() => work(size), 2),
    )
    large = Math.min(
      large,
      cpuTime(() => work(size * TIMES), 1),
    )
  }
  return ratio()
}

/** Less than this is in proportion, whatever caches and collected garbage add. */
export const PROPORTIONAL = 24
