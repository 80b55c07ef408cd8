/** What each candidate took in each round of a row, in milliseconds. The same place in two lists is the same round. */
export type Times = ReadonlyMap<string, readonly number[]>

const [RAW, OURS] = ['raw IndexedDB', 'Parley']
const GOAL = 1.5
/** Whoever is nearer than this is compared round by round: two medians cannot tell who is ahead. */
const CLOSE = 1.15

/** One line for a row, and one more for everybody who is close. */
export function reportRow(row: string, names: readonly string[], times: Times): readonly string[] {
  const of = (name: string) => times.get(name) ?? []
  const base = median(of(RAW))
  const cells = names.map((name) => (times.has(name) ? cell(of(name), base) : '—').padStart(24))
  const peers = names.filter((name) => name !== RAW && name !== OURS && times.has(name))
  const ours = of(OURS)
  const notes = [
    ...(median(ours) / base > GOAL ? [`above ${GOAL} × raw`] : []),
    ...peers.filter((name) => median(of(name)) < median(ours)).map((name) => `${name} is faster by the median`),
    ...peers.filter((name) => best(of(name)) < best(ours)).map((name) => `${name} is faster by the best`),
  ]
  const close = peers.filter((name) => median(of(name)) < median(ours) * CLOSE)
  return [
    row.padEnd(28) + cells.join('') + (notes.length > 0 ? `  ← ${notes.join(', ')}` : ''),
    ...close.map((name) => `${''.padEnd(28)}  ${beside(ours, name, of(name))}`),
  ]
}

function cell(taken: readonly number[], base: number): string {
  const middle = median(taken)
  return `${short(middle)} ${short(best(taken))} (${(middle / base).toFixed(2)})`
}

const short = (time: number) => time.toFixed(time < 10 ? 2 : 1)

/** Both were asked in every round, a moment apart, so a round that was noisy was so for both. */
function beside(ours: readonly number[], name: string, theirs: readonly number[]): string {
  const ratios = ours.flatMap((time, round) => (theirs[round] === undefined ? [] : [time / theirs[round]]))
  const won = ratios.filter((ratio) => ratio < 1).length
  const [low, high] = medianRange(ratios)
  const sure = high < 1 ? 'ahead' : low > 1 ? 'behind' : 'not to be told apart'
  return `${OURS} beside ${name}, round by round: faster in ${won} of ${ratios.length}, ${median(ratios).toFixed(3)} times its time (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}): ${sure}`
}

/** Where the true median lies with 95 %, by the order of the values and nothing else. */
function medianRange(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((left, right) => left - right)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const at = (place: number) => sorted[Math.min(sorted.length - 1, Math.max(0, place))] ?? Number.NaN
  return [at(Math.floor(sorted.length / 2 - reach)), at(Math.ceil(sorted.length / 2 + reach))]
}

export function best(values: readonly number[]): number {
  return Math.min(...values)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2
}
