/** How long `work` keeps a processor busy, in milliseconds; the best of some runs, because garbage is collected at any time. */
export function cpuTime(work: () => void, runs = 3): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const from = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(from)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
