import { openPostgresStore } from '@parley/server/agent'
import pg from 'pg'
import { AgentThreadStore } from '../../packages/server/src/agent/store/agent-thread-store.ts'
import { postgresSql } from '../../packages/server/src/agent/store/postgres-sql.ts'
import type { Row } from '../../packages/server/src/agent/store/sql.ts'
import { ourTurn } from '../agent/ours.ts'
import { WAITS } from './cost.ts'
import { CROWDED, type Crowd } from './million.ts'
import { fixed, head, middleAndWorst, row, timesOf } from './table.ts'

const options = () => ({ replica: crypto.randomUUID(), leaseMs: 10_000 })
const DAY = 86_400_000

type Probe = (threads: AgentThreadStore, index: number) => Promise<unknown>

/** What pages and replicas ask of the table of threads. */
const probes = ({ nameOf, ownerOf, count }: Crowd): Readonly<Record<string, Probe>> => ({
  'a page of 50 threads, of the owner of a third of all, the oldest': (threads) => threads.list(CROWDED, { limit: 50 }),
  'the same, far down': (threads) => threads.list(CROWDED, { limit: 50, before: Date.now() - 59 * DAY }),
  'the same, those that wait': (threads) => threads.list(CROWDED, { limit: 50, status: 'waiting' }),
  'the same, those that failed (none)': (threads) => threads.list(CROWDED, { limit: 50, status: 'failed' }),
  'a page of 50 threads, of one of ten thousand owners': (threads, index) =>
    threads.list(ownerOf(count - 1 - index), { limit: 50 }),
  'one thread by its name': (threads, index) => threads.find(nameOf(index * 7919), ownerOf(index * 7919)),
  'the sweep: what is in nobody’s hands': (threads) => threads.orphans(100),
  'the sweep: what is too old (none)': (threads) => threads.stale(Date.now() - 90 * DAY, 1000),
  'the heartbeat of a replica': (threads) => threads.beat(),
})

export async function measureProbes(address: string, crowd: Crowd): Promise<void> {
  const pool = new pg.Pool({ connectionString: address, max: 1 })
  const threads = new AgentThreadStore(postgresSql(pool), options())
  head('asked', 'ms, middle of 50', 'worst', 'how', 'pages read')
  for (const [name, probe] of Object.entries(probes(crowd))) {
    await timesOf(5, async (index) => await probe(threads, index))
    const times = await timesOf(50, async (index) => await probe(threads, index))
    row(name, ...middleAndWorst(times), ...(await planOf(pool, async (explained) => await probe(explained, 3))))
  }
  await pool.end()
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

/** The way the database takes, by the very statement that the server asks. */
async function planOf(pool: pg.Pool, ask: (threads: AgentThreadStore) => Promise<unknown>): Promise<readonly string[]> {
  const sql = postgresSql(pool)
  let found: Plan | undefined
  const explaining = {
    ...sql,
    async query(text: string, values: Parameters<typeof sql.query>[1]): Promise<readonly Row[]> {
      const [explained = {}] = await sql.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
      // The form that PostgreSQL documents.
      found = (explained['QUERY PLAN'] as readonly { readonly Plan: Plan }[])[0]?.Plan
      return []
    },
  }
  await ask(new AgentThreadStore(explaining, options()))
  if (!found) throw new Error('The database did not say how.')
  return [scansIn(found).join(', '), fixed(found['Shared Hit Blocks'] + found['Shared Read Blocks'], 0)]
}

function scansIn(plan: Plan): readonly string[] {
  const index = plan['Index Name']
  const own = plan['Node Type'].includes('Scan') ? [index === undefined ? `**${plan['Node Type']}**` : `\`${index}\``] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)]
}

/** What somebody sees who comes to such a database: a start, a question, an answer. */
export async function measureVisits(address: string, { nameOf, ownerOf, count }: Crowd): Promise<void> {
  const stride = Math.floor(count / 1000)
  head('done', 'ms, middle', 'worst')
  const starts = await timesOf(5, async () => {
    const store = await openPostgresStore(address, options())
    await store.threads.orphans(100)
    await store.close()
  })
  row('a replica starts: tables looked after, first sweep', ...middleAndWorst(starts))
  const store = await openPostgresStore(address, options())
  const ours = ourTurn(store, WAITS)
  row('a new thread asks, and waits', ...middleAndWorst(await timesOf(100, async (index) => await ours.ask(`new_${index}`))))
  const resumed = await timesOf(100, async (index) => await ours.answer(nameOf(index * stride), 0, ownerOf(index * stride)))
  row('a thread of the many is answered, and ends', ...middleAndWorst(resumed))
  const read = await timesOf(100, async (index) => {
    const at = index * stride + 1
    await store.saver.getTuple({ configurable: { thread_id: `${ownerOf(at)}/${nameOf(at)}` } })
  })
  row('a thread of the many is read', ...middleAndWorst(read))
  const removed = await timesOf(100, async (index) => {
    const id = `${ownerOf(index * stride)}/${nameOf(index * stride)}`
    await store.saver.deleteThread(id)
    await store.threads.remove(id)
  })
  row('a thread is forgotten', ...middleAndWorst(removed))
  await ours.close()
}
