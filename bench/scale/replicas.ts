import { type AgentStore, openPostgresStore } from '@parley/server/agent'
import { readThread, resultsOf } from '../../packages/server/src/agent/agent-thread-state.ts'
import { type OurTurn, ourTurn } from '../agent/ours.ts'
import { callAt } from '../agent/turn.ts'
import { WAITS } from './cost.ts'
import type { Meter, Spent } from './meter.ts'
import type { Crowd } from './million.ts'
import { fixed, head, row } from './table.ts'

interface Replica {
  readonly store: AgentStore
  readonly ours: OurTurn
}

interface Scene {
  readonly address: string
  readonly replicas: readonly Replica[]
  readonly crowd: Crowd
}

const open = async (address: string, leaseMs = 10_000) =>
  await openPostgresStore(address, { replica: crypto.randomUUID(), leaseMs })

/** Replicas side by side in this process, each with connections, sweeps and heartbeats of its own. */
export async function measureReplicas(address: string, spent: Meter, crowd: Crowd): Promise<void> {
  head('ten replicas', 'ms by the clock', 'ms of Node', 'ms of PostgreSQL', 'statements')
  const replicas: Replica[] = []
  const started = await spent(async () => {
    const stores = await Promise.all(Array.from({ length: 10 }, () => open(address)))
    for (const store of stores) replicas.push({ store, ours: ourTurn(store, WAITS) })
  })
  said('start at once', started)
  said('do nothing for ten seconds', await spent(() => new Promise((resolve) => setTimeout(resolve, 10_000))))
  const { nameOf, ownerOf, count } = crowd
  const threads = Array.from({ length: 1000 }, (_, index) => Math.floor(count / 2) + index)
  const answered = await spent(() =>
    inTurns(threads, 40, async (index) => await at(replicas, index).ours.answer(nameOf(index), 0, ownerOf(index))),
  )
  said('answer 1,000 threads, 40 at a time', answered)
  const contested = threads.map((index) => index + 1000).slice(0, 200)
  let refused = 0
  const doubled = await spent(() =>
    inTurns(contested, 20, async (index) => {
      const both = [at(replicas, index), at(replicas, index + 1)]
      const told = await Promise.allSettled(both.map(({ ours }) => ours.answer(nameOf(index), 0, ownerOf(index))))
      refused += told.filter(({ status }) => status === 'rejected').length
    }),
  )
  said('200 threads answered by two replicas at once', doubled)
  const left = contested.map((index) => index + 1000)
  said('take over 200 threads that a dead replica held', await spent(() => takeOver({ address, replicas, crowd }, left)))
  const results = await Promise.all(
    [...contested, ...left].map((index) => resultsIn(at(replicas, index).store, `${ownerOf(index)}/${nameOf(index)}`)),
  )
  console.log(
    `\nOf 200 contested answers ${refused} were refused; results per thread, fewest and most: ${Math.min(...results)}, ${Math.max(...results)}`,
  )
  for (const { ours } of replicas) await ours.close()
}

function said(name: string, { wallMs, nodeMs, databaseMs, statements }: Spent): void {
  row(name, fixed(wallMs, 0), fixed(nodeMs, 0), fixed(databaseMs, 0), statements)
}

function at(replicas: readonly Replica[], index: number): Replica {
  const found = replicas[index % replicas.length]
  if (!found) throw new Error('There is no replica.')
  return found
}

async function inTurns(indexes: readonly number[], width: number, work: (index: number) => Promise<void>): Promise<void> {
  const left = [...indexes]
  const lane = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) await work(index)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/** A replica that took the threads in hand and was gone before it did anything. */
async function takeOver({ address, replicas, crowd: { nameOf, ownerOf } }: Scene, indexes: readonly number[]): Promise<void> {
  const dead = await open(address, 100)
  for (const index of indexes) {
    const thread = await dead.threads.find(nameOf(index), ownerOf(index))
    const { id: callId, name } = callAt(0)
    const result = { type: 'tool-result', callId, name, outcome: 'ok', content: [{ type: 'text', text: 'answered' }] } as const
    const body = { type: 'answer', callId, answer: { kind: 'result', result } } as const
    if (thread) await dead.threads.accept(thread, [{ key: `call ${JSON.stringify(callId)}`, body }])
  }
  await dead.close()
  const { threads } = at(replicas, 0).store
  const isOpen = async (index: number) => (await threads.find(nameOf(index), ownerOf(index)))?.status === 'running'
  for (const index of indexes) while (await isOpen(index)) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function resultsIn({ saver }: AgentStore, id: string): Promise<number> {
  const state = await readThread(saver, id)
  return resultsOf(state?.messages ?? []).length
}
