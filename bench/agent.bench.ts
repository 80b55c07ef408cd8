import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemorySaver } from '@langchain/langgraph'
import { type AgentStore, openPostgresStore, openSqliteStore } from '@parley/server/agent'
import { startPostgres } from '../e2e/agent/harness/start-postgres.ts'
import { bareTurn } from './agent/bare.ts'
import { ourTurn } from './agent/ours.ts'
import { nodesIn, type Turn } from './agent/turn.ts'
import { holdWaiting } from './agent/waiting.ts'

// `npm run bench agent [rounds]`: ours, from the door and back, beside a bare LangGraph graph on the same store, in turns.

const rounds = Number(process.argv[2] ?? 60)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const postgres = await startPostgres({ careless: false })
const options = () => ({ replica: crypto.randomUUID(), leaseMs: 10_000 })

const inMemory = async (): Promise<AgentStore> => ({
  ...(await openSqliteStore(':memory:', options())),
  saver: new MemorySaver(),
})
const stores: readonly [string, () => Promise<AgentStore>][] = [
  ['memory', inMemory],
  ['SQLite', async () => await openSqliteStore(join(folder, `${crypto.randomUUID()}.sqlite`), options())],
  ['PostgreSQL', async () => await openPostgresStore(await postgres.create(), options())],
]

console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}\n`)
console.log('| store | turn | ms per step, ours | bare | ratio | bare, async | steps/s, 1 thread | steps/s, 16 threads |')
console.log('|---|---|--:|--:|--:|--:|--:|--:|')
try {
  for (const [name, open] of stores) for (const waits of [false, true]) await measure(name, await open(), waits)
  await holdWaiting(await stores[1]?.[1](), 1000)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** One after the other in every round, so that whatever else the machine does hits all alike. What the best tenth
 * of the rounds took counts: the rest is the machine's other work. */
async function measure(name: string, store: AgentStore, waits: boolean): Promise<void> {
  const ours = ourTurn(store, waits)
  const ways = { ours: ours.turn, bare: bareTurn(store.saver, waits, 'sync'), async: bareTurn(store.saver, waits, 'async') }
  const times = { ours: [] as number[], bare: [] as number[], async: [] as number[] }
  const keys = Object.keys(ways) as (keyof typeof ways)[]
  for (let round = -20; round < rounds; round++)
    for (const key of keys) {
      const since = performance.now()
      await ways[key](crypto.randomUUID())
      if (round >= 0) times[key].push(performance.now() - since)
    }
  const nodes = nodesIn(waits)
  const each = (key: keyof typeof ways) =>
    (times[key].toSorted((left, right) => left - right)[Math.floor(rounds / 10)] ?? 0) / nodes
  const many = await together(ours.turn, 16, nodes)
  const row = [
    each('ours').toFixed(2),
    each('bare').toFixed(2),
    `**${(each('ours') / each('bare')).toFixed(2)}**`,
    each('async').toFixed(2),
  ]
  const rates = [(1000 / each('ours')).toFixed(0), many.toFixed(0)]
  console.log(`| ${[name, waits ? 'waits twice' : 'runs six tools', ...row, ...rates].join(' | ')} |`)
  await ours.close()
}

async function together(turn: Turn, threads: number, nodes: number): Promise<number> {
  const turns = Math.ceil(rounds / 10)
  const since = performance.now()
  await Promise.all(
    Array.from({ length: threads }, async () => {
      for (let count = 0; count < turns; count++) await turn(crypto.randomUUID())
    }),
  )
  return (threads * turns * nodes * 1000) / (performance.now() - since)
}
