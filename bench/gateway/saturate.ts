import { type Case, TOKENS } from './cases.ts'
import { load } from './load.ts'
import { cpuOf } from './processes.ts'

interface Measured {
  /** Microseconds of processor time per token. */
  readonly cpu: number
  /** Tokens per second. */
  readonly rate: number
  /** How much of one core the proxy and the readers took together. Much less than all of it: somebody else was waited for. */
  readonly busy: number
}

/** Long enough for the compiler to have learned both what happens once per answer and what happens once per token. */
const WARM_UP = { short: 6000, long: 300 }

/** A hundred streams at once, one proxy after the other, round by round; every ratio is between neighbours of one round. */
export async function saturate(cases: readonly Case[], rounds: number, answers: number): Promise<void> {
  const measured = new Map<Case, Measured[]>(cases.map((one) => [one, []]))
  for (const one of cases) await warmUp(one)
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? cases : cases.toReversed()) measured.get(one)?.push(await measure(one, answers))
  }
  for (const what of ['text', 'call'] as const) {
    console.log(
      `\n100 streams of ${TOKENS[what]} tokens${what === 'call' ? ' with a tool call' : ''}, medians of ${rounds} rounds\n`,
    )
    print(
      cases.filter((one) => one.what === what),
      measured,
    )
  }
}

async function warmUp({ target, answers }: Case): Promise<void> {
  const short: object = JSON.parse(JSON.stringify(target.body).replace(/"model":"(\w+\/)?\w+"/, '"model":"$1empty"'))
  await load({ ...target, body: short }, WARM_UP.short)
  await load(target, answers ?? WARM_UP.long)
}

async function measure(one: Case, usual: number): Promise<Measured> {
  const answers = one.answers ?? usual
  await load(one.target, 100)
  const [proxy, readers, since] = [cpuOf(one.proxy.pid), cpuOf(process.pid), performance.now()]
  await load(one.target, answers)
  const [cpu, milliseconds] = [cpuOf(one.proxy.pid) - proxy, performance.now() - since]
  const tokens = answers * TOKENS[one.what]
  return {
    cpu: cpu / tokens,
    rate: (tokens * 1000) / milliseconds,
    busy: (cpu + cpuOf(process.pid) - readers) / (milliseconds * 1000),
  }
}

function print(cases: readonly Case[], measured: ReadonlyMap<Case, readonly Measured[]>): void {
  const of = (one: Case | undefined) => (one && measured.get(one)) ?? []
  const ratio = (one: Case, other: Case | undefined) =>
    median(of(one).map(({ cpu }, round) => cpu / (of(other)[round]?.cpu ?? Number.NaN)))
  console.log('| proxy | CPU per token | × raw | goal | tokens/s | core | × ours |\n|---|--:|--:|--:|--:|--:|--:|')
  for (const one of cases) {
    const times = ratio(one, cases[0])
    const peer = cases.find(({ name }) => name === one.beside)
    const cells = [
      one.name,
      `${median(of(one).map(({ cpu }) => cpu)).toFixed(1)} µs`,
      times.toFixed(2),
      one.goal === undefined ? '' : `≤ ${one.goal} ${times <= one.goal ? 'met' : 'missed'}`,
      `${Math.round(median(of(one).map(({ rate }) => rate)) / 1000)}k`,
      `${Math.round(median(of(one).map(({ busy }) => busy)) * 100)} %`,
      peer ? `${ratio(one, peer).toFixed(1)} × ${peer.name}` : '',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
