/** Reads a text that arrives in pieces. */
export type Read = (pieces: readonly string[]) => void | Promise<void>

/** One call with `size` characters of Python in it, as everybody is asked to read it. */
export function source(size: number): string {
  const line =
    'def primes(limit):\n    """All primes below limit, "sieved"."""\n    marks = [True] * limit\n    return [n for n in range(2, limit) if marks[n]]\n'
  return line.repeat(Math.ceil(size / line.length)).slice(0, size)
}

export function cut(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length))
}

/** Processor time in milliseconds, the best of some runs: other people use the machine too. */
export async function cpuTime(work: () => void | Promise<void>, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const from = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(from)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** How time grows with size: 1 is in proportion, 2 by the square. */
export function exponent(small: { size: number; time: number }, large: { size: number; time: number }): number {
  return Math.log(large.time / small.time) / Math.log(large.size / small.size)
}
