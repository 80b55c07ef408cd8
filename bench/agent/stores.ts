import { join } from 'node:path'
import { MemorySaver } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { type AgentStore, openPostgresStore, openSqliteStore, SqliteSaver } from '@parley/server/agent'
import type { Postgres } from '../../e2e/agent/harness/start-postgres.ts'
import { plainJson } from '../../packages/server/src/agent/store/paged-saver.ts'
import { openSqliteFile } from '../../packages/server/src/agent/store/sqlite-sql.ts'

export interface StorePair {
  readonly ours: AgentStore
  /** LangGraph's own saver as it comes, on a store of the same kind. There is none of its own for SQLite on this Node. */
  readonly bare: BaseCheckpointSaver
  close(): Promise<void>
}

export type OpenPair = () => Promise<StorePair>

const options = () => ({ replica: crypto.randomUUID(), leaseMs: 10_000 })

export function storesIn(folder: string, postgres: Postgres): Readonly<Record<'memory' | 'SQLite' | 'PostgreSQL', OpenPair>> {
  const file = () => join(folder, `${crypto.randomUUID()}.sqlite`)
  return {
    async memory() {
      const { threads, begun, close } = await openSqliteStore(':memory:', options())
      return {
        ours: { threads, begun, close, saver: new MemorySaver(plainJson) },
        bare: new MemorySaver(),
        close: async () => undefined,
      }
    },
    async SQLite() {
      const database = openSqliteFile(file())
      const ours = await openSqliteStore(file(), options())
      return { ours, bare: new SqliteSaver(database), close: async () => database.close() }
    },
    async PostgreSQL() {
      const bare = PostgresSaver.fromConnString(await postgres.create())
      await bare.setup()
      return { ours: await openPostgresStore(await postgres.create(), options()), bare, close: () => bare.end() }
    },
  }
}
