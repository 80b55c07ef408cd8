import { createSigningKey } from '../receipts/signing-key.ts'
import { type AgentStore, createApprovalStore } from './agent-store.ts'
import { AgentThreadStore, type AgentThreadStoreOptions } from './agent-thread-store.ts'
import { createBegunCalls } from './begun-calls.ts'
import { createBudgetStore } from './budget-store.ts'
import { createKeptResponseStore } from './kept-response-store.ts'
import { migrate } from './migrations.ts'
import { plainJson } from './paged-saver.ts'
import { createRateStore } from './rate-store.ts'
import { createSqlWaitingStore } from './sql-waiting-store.ts'
import { SqliteSaver } from './sqlite-saver.ts'
import { openSqliteFile, sqliteSql } from './sqlite-sql.ts'

/** Threads in one file. Several processes may share it, on one computer. */
export async function openSqliteStore(path: string, options: AgentThreadStoreOptions): Promise<AgentStore> {
  const database = openSqliteFile(path)
  const saver = new SqliteSaver(database, plainJson)
  const sql = sqliteSql(database)
  database.exec('BEGIN EXCLUSIVE')
  await migrate(sql)
  database.exec('COMMIT')
  const close = async () => database.close()
  const threads = new AgentThreadStore(sql, options)
  return {
    saver,
    threads,
    begun: createBegunCalls(sql),
    signing: createSigningKey(sql),
    approvals: createApprovalStore(sql),
    responses: createKeptResponseStore(sql),
    waiting: createSqlWaitingStore(sql),
    budgets: createBudgetStore(sql),
    rates: createRateStore(sql),
    close,
  }
}
