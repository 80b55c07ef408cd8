import { dialects, findDialect } from '@parley/dialects'
import { cpuTime, cut, exponent, type Read, source } from './dialects/measure.ts'
import { peers } from './dialects/peers.ts'

/** `npm run bench dialects [id,id…]`. With ids, only those; `peers` is one of them. */
const wanted = process.argv[2]?.split(',')
const CHUNKS = [1, 4, 64]
const SIZES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
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
  const repeat = Math.max(1, Math.round(1_000_000 / size))
  const time = await cpuTime(() => {
    for (let run = 0; run < repeat; run++) JSON.parse(text)
  }, 15)
  return time / repeat
}

interface Row {
  readonly name: string
  readonly chunk: number
  /** By size; one megabyte is worked out, and marked, where a peer would take too long. */
  readonly times: readonly { readonly size: number; readonly time: number; readonly guessed?: boolean }[]
}

async function measure(
  name: string,
  read: Read,
  options: { dialect: string; chunk: number; sizes: readonly number[] },
): Promise<Row> {
  const times: { size: number; time: number; guessed?: boolean }[] = []
  for (const size of options.sizes) {
    const pieces = cut(textFor(options.dialect, size), options.chunk)
    times.push({ size, time: await cpuTime(() => read(pieces), size > 1_000_000 ? 1 : size > 20_000 ? 2 : 4) })
  }
  const [before, last] = times.slice(-2)
  if (before && last && last.size < 1_000_000) {
    const time = last.time * (1_000_000 / last.size) ** Math.max(1, exponent(before, last))
    times.push({ size: 1_000_000, time, guessed: true })
  }
  return { name, chunk: options.chunk, times }
}

function cells({ name, chunk, times }: Row, limit: number): readonly string[] {
  const timeOf = (size: number) => times.find((entry) => entry.size === size)
  const show = (size: number): string => {
    const found = timeOf(size)
    return found ? `${found.guessed ? '~' : ''}${found.time < 10 ? found.time.toFixed(2) : found.time.toFixed(0)}` : ''
  }
  const [from, to] = [timeOf(10_000), timeOf(10_000_000) ?? times.filter(({ guessed }) => !guessed).at(-1)]
  const growth = from && to && to.size > from.size ? exponent(from, to).toFixed(2) : ''
  const megabyte = timeOf(1_000_000)
  const ratio = megabyte ? megabyte.time / limit : Number.NaN
  const speed = megabyte ? (1000 / megabyte.time).toFixed(megabyte.time > 1000 ? 3 : 1) : ''
  const mark = megabyte && !megabyte.guessed && ratio > (GOALS[chunk] ?? Number.POSITIVE_INFINITY) ? ' !' : ''
  return [name, String(chunk), ...SIZES.map(show), growth, speed, Number.isNaN(ratio) ? '' : `1/${ratio.toFixed(0)}${mark}`]
}

const print = (row: readonly string[]): void => console.log(`| ${row.join(' | ')} |`)

const limit = await native(1_000_000)
console.log(`JSON.parse of the arguments, 1 MB: ${limit.toFixed(2)} ms (${(1000 / limit).toFixed(0)} MB/s)\n`)
print(['reader', 'chunk', '1 KB', '10 KB', '100 KB', '1 MB', '10 MB', 'exponent', 'MB/s at 1 MB', 'of JSON.parse'])
print(Array.from({ length: 10 }, () => '---'))
for (const { id } of dialects) {
  if (wanted && !wanted.includes(id)) continue
  for (const chunk of CHUNKS) print(cells(await measure(id, parley(id), { dialect: id, chunk, sizes: SIZES }), limit))
}
if (!wanted || wanted.includes('peers')) {
  for (const { name, dialect, sizes, read } of peers)
    for (const chunk of [4, 64]) print(cells(await measure(name, read, { dialect, chunk, sizes }), limit))
}
console.log(
  '\nMilliseconds of processor time, the best of some runs. `~` is worked out from the growth before it; `!` is slower than 1/40 (4 characters) or 1/10 (64), the goal for dialects whose arguments are JSON.',
)
