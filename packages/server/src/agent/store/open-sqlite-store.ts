import type { AgentStore } from './agent-store.ts'
import { type AgentThreadStoreOptions, createAgentThreadStore } from './agent-thread-store.ts'
import { createApprovalStore } from './approval-store.ts'
import { migrate } from './migrations.ts'
import { PagedSaver, type StoredPages } from './paged-saver.ts'
import { plainJson } from './plain-json.ts'
import { SqliteSaver } from './sqlite-saver.ts'
import { openSqliteFile, sqliteSql } from './sqlite-sql.ts'

/** Threads in one file. Several processes may share it, on one computer. */
export async function openSqliteStore(path: string, options: AgentThreadStoreOptions): Promise<AgentStore> {
  const database = openSqliteFile(path)
  const light = path === ':memory:' ? database : openSqliteFile(path, 'NORMAL')
  const sql = sqliteSql(database, light)
  const pages: StoredPages = new WeakMap()
  const saver = new PagedSaver(new SqliteSaver(database, plainJson), pages)
  database.exec('BEGIN EXCLUSIVE')
  await migrate(sql)
  database.exec('COMMIT')
  const close = async () => {
    if (light !== database) light.close()
    database.close()
  }
  const lightSaver = new PagedSaver(new SqliteSaver(light, plainJson), pages)
  return { saver, lightSaver, threads: createAgentThreadStore(sql, options), approvals: createApprovalStore(sql), close }
}
