import { dialects, findDialect } from '@parley/dialects'
import { cpuTime, cut, exponent, type Read, source } from './dialects/measure.ts'
import { peers } from './dialects/peers.ts'

/** `npm run bench dialects [id,id…]`. With ids, only those; `peers` is one of them, and `a..g` is all between two letters. */
const wanted = process.argv[2]?.split(',')
const CHUNKS = [1, 4, 64]
const SIZES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
/** A peer gets no larger text once one would take longer than this, in milliseconds: a megabyte is then worked out. */
const MOST_TIME = 15_000
const GOALS: Readonly<Record<number, number>> = { 4: 40, 64: 10 }
const tools = [
  {
    name: 'write_file',
    description: 'Write a file.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path', 'content'],
    },
  },
]

const input = (size: number) => ({ path: '/primes.py', content: source(size) })

function textFor(dialect: string, size: number): string {
  if (dialect === 'arguments') return JSON.stringify(input(size))
  return findDialect(dialect)?.formatCalls([{ id: 'call_1', name: 'write_file', input: input(size) }]) ?? ''
}

function parley(id: string): Read {
  const dialect = findDialect(id)
  if (!dialect) throw new Error(`There is no dialect \`${id}\`.`)
  return (pieces) => {
    const parser = dialect.createParser({ tools })
    let events = 0
    for (const piece of pieces) events += parser.push(piece).length
    if (events + parser.end().length === 0) throw new Error(`${id} read nothing`)
  }
}

/** The limit: the arguments alone, whole, by the engine's own parser. */
async function native(size: number): Promise<number> {
  const text = JSON.stringify(input(size))
  return await cpuTime(() => void JSON.parse(text), 15)
}

interface Time {
  readonly size: number
  readonly time: number
  readonly guessed?: boolean
}

interface Row {
  readonly name: string
  readonly chunk: number
  readonly times: readonly Time[]
}

const runsFor = (size: number): number => (size > 1_000_000 ? 2 : size > 100_000 ? 5 : 8)

async function measure(name: string, read: Read, { dialect, chunk }: { dialect: string; chunk: number }): Promise<Row> {
  const times: Time[] = []
  for (const size of SIZES) {
    const [before, last] = times.slice(-2)
    const next = before && last ? last.time * (size / last.size) ** Math.max(1, exponent(before, last)) : 0
    if (next > MOST_TIME) {
      times.push({ size, time: next, guessed: true })
      if (size >= 1_000_000) break
      continue
    }
    const pieces = cut(textFor(dialect, size), chunk)
    times.push({ size, time: await cpuTime(() => read(pieces), next > 1000 ? 1 : runsFor(size)) })
  }
  return { name, chunk, times }
}

const timeOf = ({ times }: Row, size: number): Time | undefined => times.find((entry) => entry.size === size)

function growth(row: Row): number {
  const [from, to] = [timeOf(row, 10_000), row.times.filter(({ guessed }) => !guessed).at(-1)]
  return from && to && to.size > from.size ? exponent(from, to) : Number.NaN
}

function cells(row: Row, limit: number): readonly string[] {
  const show = (size: number): string => {
    const found = timeOf(row, size)
    return found ? `${found.guessed ? '~' : ''}${found.time < 10 ? found.time.toFixed(2) : found.time.toFixed(0)}` : ''
  }
  const { time = Number.NaN, guessed } = timeOf(row, 1_000_000) ?? {}
  const ratio = time / limit
  const mark = !guessed && ratio > (GOALS[row.chunk] ?? Number.POSITIVE_INFINITY) ? ' !' : ''
  const speed = (1000 / time).toFixed(time > 1000 ? 4 : 1)
  return [row.name, String(row.chunk), ...SIZES.map(show), growth(row).toFixed(2), speed, `1/${ratio.toFixed(0)}${mark}`]
}

const print = (row: readonly string[]): void => console.log(`| ${row.join(' | ')} |`)

function isWanted(id: string): boolean {
  return !wanted || wanted.some((one) => (one.includes('..') ? isBetween(id, one.split('..')) : one === id))
}

function isBetween(id: string, [from = '', to = '']: readonly string[]): boolean {
  return id >= from && id.slice(0, to.length) <= to
}

const limit = await native(1_000_000)
console.log(`JSON.parse of the arguments, 1 MB: ${limit.toFixed(2)} ms (${(1000 / limit).toFixed(0)} MB/s)\n`)
print(['reader', 'chunk', '1 KB', '10 KB', '100 KB', '1 MB', '10 MB', 'exponent', 'MB/s at 1 MB', 'of JSON.parse'])
print(Array.from({ length: 10 }, () => '---'))
const rows: Row[] = []
const add = (row: Row): void => {
  rows.push(row)
  print(cells(row, limit))
}
for (const { id } of dialects) {
  if (isWanted(id)) for (const chunk of CHUNKS) add(await measure(id, parley(id), { dialect: id, chunk }))
}
const ours = rows.length
if (isWanted('peers'))
  for (const { name, dialect, read } of peers) for (const chunk of [4, 64]) add(await measure(name, read, { dialect, chunk }))

const worst = rows.slice(0, ours).toSorted((a, b) => growth(b) - growth(a))[0]
if (worst) console.log(`\nThe worst growth: ${growth(worst).toFixed(2)} (${worst.name}, ${worst.chunk} characters).`)
console.log(
  'Milliseconds of processor time, the best of some runs. `~` is worked out from the growth before it; `!` is slower than 1/40 (4 characters) or 1/10 (64) of JSON.parse, the goal for dialects whose arguments are JSON.',
)
