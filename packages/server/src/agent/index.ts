import { join } from 'node:path'
import type { AgentConfig } from '../config-schema.ts'
import type { AgentRoutes, ServerContext } from '../server-context.ts'
import { createAgent } from './agent.ts'
import { askThread } from './ask-thread.ts'
import type { AgentStore } from './store/agent-store.ts'
import type { AgentThreadStoreOptions } from './store/agent-thread-store.ts'
import { openSqliteStore } from './store/open-sqlite-store.ts'
import { answerThreads } from './thread-routes.ts'

export type { AgentStore } from './store/agent-store.ts'
export { openSqliteStore } from './store/open-sqlite-store.ts'
export { SqliteSaver } from './store/sqlite-saver.ts'

export interface OpenedAgent extends AgentRoutes {
  /** Lets go of every thread, so that another replica can go on at once, and closes the store. */
  close(): Promise<void>
}

/** The agent of this replica, in the store that the configuration names. */
export async function openAgent(server: ServerContext, config: AgentConfig): Promise<OpenedAgent> {
  return serveAgent(server, await openStore(config), config)
}

/** The agent of this replica, in a store of one's own. */
export function serveAgent(
  server: ServerContext,
  store: AgentStore,
  config: Pick<AgentConfig, 'keepDays' | 'leaseMs'>,
): OpenedAgent {
  const agent = createAgent(server, store, config)
  return {
    chat: (turn, context) => askThread(agent, turn, context),
    threads: (context) => answerThreads(agent, context),
    ready: () => store.threads.ready(),
    ...(store.approvals && { spendApproval: store.approvals.spend }),
    ...(store.responses && { responses: store.responses }),
    ...(store.budgets && { budgets: store.budgets }),
    ...(store.rates && { rates: store.rates }),
    waiting: async () => store.waiting,
    close: () => agent.close(),
  }
}

/** Threads in a PostgreSQL database. Its client is loaded here, so that nobody else needs it. */
export async function openPostgresStore(address: string, options: AgentThreadStoreOptions): Promise<AgentStore> {
  const { openPostgres } = await import('./store/open-postgres.ts')
  return await openPostgres(address, options)
}

async function openStore({ database, folder, leaseMs }: AgentConfig): Promise<AgentStore> {
  const replica = crypto.randomUUID()
  if (database !== undefined) return await openPostgresStore(database, { replica, leaseMs })
  return await openSqliteStore(join(folder, 'agent.sqlite'), { replica, leaseMs })
}
