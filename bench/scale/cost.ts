import { openPostgresStore } from '@parley/server/agent'
import { ourTurn } from '../agent/ours.ts'
import { nodesIn, type Plan } from '../agent/turn.ts'
import { openMeter } from './meter.ts'
import { costRow, head } from './table.ts'

const TOOLS: Plan = { name: 'runs six tools', calls: 6, waits: false }
export const WAITS: Plan = { name: 'waits once', calls: 1, waits: true }

/** What a step, a question that comes to wait, and its answer cost, one after the other. */
export async function measureCosts(address: string, rounds: number): Promise<void> {
  const open = async () => await openPostgresStore(address, { replica: crypto.randomUUID(), leaseMs: 10_000 })
  const store = await open()
  const meter = await openMeter(address)
  const tools = ourTurn(store, TOOLS)
  const waits = ourTurn(await open(), WAITS)
  for (let warm = 0; warm < 40; warm++) await tools.turn(crypto.randomUUID())
  const times = Array.from({ length: rounds }, (_, index) => index)
  const names = times.map((index) => `waits-${index}`)
  head('what', 'ms of Node', 'ms of PostgreSQL', 'statements', 'journal', 'stored')
  const steps = await meter.spent(async () => {
    for (const _ of times) await tools.turn(crypto.randomUUID())
  })
  costRow('a step of a turn that runs six tools', steps, rounds * nodesIn(TOOLS))
  const asked = await meter.spent(async () => {
    for (const name of names) await waits.ask(name)
  })
  costRow('a question, until its call waits', asked, rounds)
  const answered = await meter.spent(async () => {
    for (const name of names) await waits.answer(name, 0)
  })
  costRow('an answer, until the last word', answered, rounds)
  const limited = await meter.spent(async () => {
    for (const index of times) await store.rates?.take(`client ${index % 50}`, 600)
  })
  costRow('a request counted against a shared limit', limited, rounds)
  await meter.close()
  await tools.close()
  await waits.close()
}
