import { Pool } from 'pg'
import { z } from 'zod'
import { pieceRecord } from '../shared/piece-record.ts'
import { type RecordStore, searchKey, toStats } from './record-store.ts'

/** One server at a time: two that find no table at the same moment would both make it. Several statements in one query are one transaction. */
const SCHEMA = `
  SELECT pg_advisory_xact_lock(5837201946);
  CREATE TABLE IF NOT EXISTS records (
    place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    order_name TEXT NOT NULL,
    search_key TEXT NOT NULL,
    amount INTEGER NOT NULL,
    created_at BIGINT NOT NULL
  )`
const COLUMNS = 'id, order_name AS "orderName", amount, created_at AS "createdAt"'

/** The driver hands large integers over as text. */
const count = z.coerce.number()
const rows = z.array(pieceRecord.extend({ createdAt: count }))
const ordersOf = z.array(z.object({ orderName: z.string(), records: count, total: count }))

/** Records in PostgreSQL, for as many servers as you like. */
export async function openPostgresRecords(url: string, now: () => number = Date.now): Promise<RecordStore> {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 5000 })
  // An idle connection that the database ends is replaced at the next query; without a listener it would end this process.
  pool.on('error', () => {})
  try {
    await pool.query(SCHEMA)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    async add({ id, orderName, amount }) {
      await pool.query(
        'INSERT INTO records (id, order_name, search_key, amount, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING',
        [id, orderName, searchKey(orderName), amount, now()],
      )
      const kept = await pool.query(`SELECT ${COLUMNS} FROM records WHERE id = $1`, [id])
      const [record] = rows.parse(kept.rows)
      if (!record) throw new Error('The record was removed while it was being kept.')
      return record
    },
    async find({ orderName = '', limit }) {
      const found = await pool.query(
        `SELECT ${COLUMNS} FROM records WHERE position($1 in search_key) > 0 ORDER BY place DESC LIMIT $2`,
        [searchKey(orderName), limit],
      )
      return rows.parse(found.rows)
    },
    async stats({ orderName = '' }) {
      const found = await pool.query(
        'SELECT order_name AS "orderName", count(*) AS records, sum(amount) AS total FROM records WHERE position($1 in search_key) > 0 GROUP BY order_name',
        [searchKey(orderName)],
      )
      return toStats(ordersOf.parse(found.rows))
    },
    async close() {
      await pool.end()
    },
  }
}
