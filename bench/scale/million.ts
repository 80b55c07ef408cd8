import { openPostgresStore } from '@parley/server/agent'
import type pg from 'pg'
import { ourTurn } from '../agent/ours.ts'
import { WAITS } from './cost.ts'
import { kilobytes } from './table.ts'

/** One of three threads is one owner's, and the oldest of all; the others are shared by so many. */
const OWNERS = 10_000
export const CROWDED = 'house'
const PIECE = 50_000

export interface Crowd {
  readonly count: number
  nameOf(index: number): string
  ownerOf(index: number): string
}

export function crowdOf(count: number): Crowd {
  const crowded = Math.floor(count / 3)
  return {
    count,
    nameOf: (index) => `thread_${index % count}`,
    ownerOf: (index) => (index % count < crowded ? CROWDED : `owner_${(index % count) % OWNERS}`),
  }
}

/** So many threads that wait, each with its checkpoints: copies of one that our own agent made. */
export async function makeWaiting(address: string, client: pg.Client, { count }: Crowd): Promise<void> {
  const store = await openPostgresStore(address, { replica: crypto.randomUUID(), leaseMs: 10_000 })
  const ours = ourTurn(store, WAITS)
  await ours.ask('seed')
  await ours.close()
  const since = performance.now()
  for (let from = 0; from < count; from += PIECE) await copy(client, from, Math.min(count, from + PIECE) - 1, count)
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size')
  const size = Number(rows[0]?.size)
  const minutes = (performance.now() - since) / 60_000
  console.log(
    `\n${count} threads wait: ${(size / 2 ** 30).toFixed(2)} GB, ${kilobytes(size / count)} each, made in ${minutes.toFixed(1)} minutes`,
  )
}

const SEED = 'bench/seed'

/** Spread over sixty days. */
function columnsOf(count: number): Readonly<Record<string, string>> {
  const owner = `CASE WHEN n < ${Math.floor(count / 3)} THEN '${CROWDED}' ELSE 'owner_' || n % ${OWNERS} END`
  const id = `${owner} || '/thread_' || n`
  const at = `(extract(epoch from now()) * 1000)::bigint - 5184000000 + n * ${Math.floor(5_184_000_000 / count)}::bigint`
  return { id, thread_id: id, owner, created_at: at, updated_at: at }
}

async function copy(client: pg.Client, from: number, to: number, count: number): Promise<void> {
  const others = columnsOf(count)
  for (const [table, key] of [
    ['agent_threads', 'id'],
    ['checkpoints', 'thread_id'],
    ['checkpoint_blobs', 'thread_id'],
    ['checkpoint_writes', 'thread_id'],
  ]) {
    const { rows } = await client.query<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2',
      ['parley', table],
    )
    const columns = rows.map(({ column_name: name }) => name)
    const values = columns.map((name) => others[name] ?? `seed."${name}"`)
    await client.query(
      `INSERT INTO parley.${table} (${columns.map((name) => `"${name}"`).join(', ')})
      SELECT ${values.join(', ')} FROM parley.${table} seed CROSS JOIN generate_series(${from}, ${to}) n WHERE seed.${key} = '${SEED}'`,
    )
  }
}
