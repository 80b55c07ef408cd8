import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { pieceRecord } from '../shared/piece-record.ts'
import { type RecordStore, searchKey, toStats } from './record-store.ts'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS records (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    order_name TEXT NOT NULL,
    search_key TEXT NOT NULL,
    amount INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  )`
const COLUMNS = 'id, order_name AS "orderName", amount, created_at AS "createdAt"'
const ordersOf = z.array(z.object({ orderName: z.string(), records: z.number(), total: z.number() }))

/** Records in one file. */
export function openSqliteRecords(file: string, now: () => number = Date.now): RecordStore {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(SCHEMA)
  const insert = database.prepare(
    'INSERT INTO records (id, order_name, search_key, amount, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  )
  const one = database.prepare(`SELECT ${COLUMNS} FROM records WHERE id = ?`)
  const many = database.prepare(`SELECT ${COLUMNS} FROM records WHERE instr(search_key, ?) > 0 ORDER BY place DESC LIMIT ?`)
  const totals = database.prepare(
    'SELECT order_name AS "orderName", count(*) AS records, sum(amount) AS total FROM records WHERE instr(search_key, ?) > 0 GROUP BY order_name',
  )
  return {
    async add({ id, orderName, amount }) {
      insert.run(id, orderName, searchKey(orderName), amount, now())
      return pieceRecord.parse(one.get(id))
    },
    async find({ orderName = '', limit }) {
      return z.array(pieceRecord).parse(many.all(searchKey(orderName), limit))
    },
    async stats({ orderName = '' }) {
      return toStats(ordersOf.parse(totals.all(searchKey(orderName))))
    },
    async close() {
      database.close()
    },
  }
}
