import type { Spent } from './meter.ts'

export const row = (...cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

export function head(first: string, ...numbers: readonly string[]): void {
  console.log()
  row(first, ...numbers)
  row('---', ...numbers.map(() => '--:'))
}

export const fixed = (value: number, digits = 2): string => value.toFixed(digits)

export const kilobytes = (bytes: number): string => `${fixed(bytes / 1024, 1)} kB`

/** What one of so many has cost. */
export function costRow(name: string, { nodeMs, databaseMs, statements, journalBytes, storedBytes }: Spent, count: number): void {
  const each = (value: number) => fixed(value / count)
  row(
    name,
    each(nodeMs),
    each(databaseMs),
    fixed(statements / count, 1),
    kilobytes(journalBytes / count),
    kilobytes(storedBytes / count),
  )
}

export function middleAndWorst(times: readonly number[]): readonly [string, string] {
  const sorted = times.toSorted((one, other) => one - other)
  return [fixed(sorted[Math.floor(sorted.length / 2)] ?? 0), fixed(sorted.at(-1) ?? 0)]
}

export async function timesOf(count: number, work: (index: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const since = performance.now()
    await work(index)
    times.push(performance.now() - since)
  }
  return times
}
