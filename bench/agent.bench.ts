import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../e2e/agent/harness/start-postgres.ts'
import { bareTurn } from './agent/bare.ts'
import { ourTurn } from './agent/ours.ts'
import { httpTurn } from './agent/over-http.ts'
import { sideBySide } from './agent/side-by-side.ts'
import { type OpenPair, storesIn } from './agent/stores.ts'
import { nodesIn, type Plan, type Turn } from './agent/turn.ts'
import { holdWaiting } from './agent/waiting.ts'

// `npm run bench agent [rounds]`: ours beside a bare LangGraph graph on a store of the same kind, in turns.

const rounds = Number(process.argv[2] ?? 100)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const postgres = await startPostgres({ careless: false })
const stores = storesIn(folder, postgres)

const TOOLS: Plan = { name: 'runs six tools', calls: 6, waits: false }
const WAITS: Plan = { name: 'waits twice', calls: 2, waits: true }
const LONG: Plan = { name: 'runs 200 tools', calls: 200, waits: false }

const milliseconds = (value: number) => value.toFixed(2)
const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
const load = () => console.log(`\nload of the machine: ${loadavg()[0]?.toFixed(1)}\n`)

try {
  load()
  row(
    'store',
    'turn',
    'ms per step, ours',
    'bare',
    'ratio',
    'ms of processor, ours',
    'bare',
    'ratio',
    'bare, same store',
    'bare, async',
  )
  row('---', '---', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:')
  for (const [name, open] of Object.entries(stores)) for (const plan of [TOOLS, WAITS]) await compare(name, open, plan)
  load()
  row('store', 'turn', 'ms per step', 'over HTTP', 'steps/s, 1 thread', 'steps/s, 16 threads')
  row('---', '---', '--:', '--:', '--:', '--:')
  for (const [name, open] of Object.entries(stores)) for (const plan of [TOOLS, WAITS]) await serve(name, open, plan)
  load()
  row('store', 'turn', 'ms per step, ours', 'bare', 'ratio', 'ms of processor, ours', 'bare', 'ratio')
  row('---', '---', '--:', '--:', '--:', '--:', '--:', '--:')
  for (const [name, open] of Object.entries(stores)) await compareLong(name, open)
  await holdWaiting((await stores.SQLite()).ours, 1000)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Our whole turn, from the telling to the last word, beside LangGraph alone. */
async function compare(name: string, open: OpenPair, plan: Plan): Promise<void> {
  const { ours: store, bare, close } = await open()
  const ours = ourTurn(store, plan)
  const cost = await sideBySide(
    {
      ours: ours.turn,
      bare: bareTurn(bare, plan, 'sync'),
      same: bareTurn(store.saver, plan, 'sync'),
      async: bareTurn(bare, plan, 'async'),
    },
    { rounds },
  )
  const nodes = nodesIn(plan)
  row(
    name,
    plan.name,
    ...(['wall', 'cpu'] as const).flatMap((key) => [
      milliseconds(cost.ours[key] / nodes),
      milliseconds(cost.bare[key] / nodes),
      `**${(cost.ours[key] / cost.bare[key]).toFixed(2)}**`,
    ]),
    `${milliseconds(cost.same.wall / nodes)} (${(cost.ours.wall / cost.same.wall).toFixed(2)}, ${(cost.ours.cpu / cost.same.cpu).toFixed(2)})`,
    milliseconds(cost.async.wall / nodes),
  )
  await ours.close()
  await close()
}

/** What a client sees, and how much one process does. */
async function serve(name: string, open: OpenPair, plan: Plan): Promise<void> {
  const below = await open()
  const above = await open()
  const ours = ourTurn(below.ours, plan)
  const http = await httpTurn(above.ours, plan)
  const cost = await sideBySide({ ours: ours.turn, http: http.turn }, { rounds: Math.ceil(rounds / 2) })
  const nodes = nodesIn(plan)
  const each = [cost.ours.wall / nodes, cost.http.wall / nodes].map(milliseconds)
  const rates = [((1000 * nodes) / cost.ours.wall).toFixed(0), (await together(ours.turn, 16, nodes)).toFixed(0)]
  row(name, plan.name, ...each, ...rates)
  await ours.close()
  await http.close()
  await below.close()
  await above.close()
}

/** A thread that grows: what does its length cost? */
async function compareLong(name: string, open: OpenPair): Promise<void> {
  const { ours: store, bare, close } = await open()
  const ours = ourTurn(store, LONG)
  const ways = { ours: ours.turn, bare: bareTurn(bare, LONG, 'sync') }
  const cost = await sideBySide(ways, { rounds: Math.ceil(rounds / 20), warm: 1 })
  const cells = (['wall', 'cpu'] as const).flatMap((key) => [
    milliseconds(cost.ours[key] / nodesIn(LONG)),
    milliseconds(cost.bare[key] / nodesIn(LONG)),
    `**${(cost.ours[key] / cost.bare[key]).toFixed(2)}**`,
  ])
  row(name, LONG.name, ...cells)
  await ours.close()
  await close()
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
