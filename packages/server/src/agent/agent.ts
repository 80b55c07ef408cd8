import type { AgentConfig } from '../config-schema.ts'
import { toFault } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import type { AgentStore } from './store/agent-store.ts'
import { DAY_MS } from './store/sql.ts'
import { ThreadRunner } from './thread-runner.ts'

/** The agent of one replica: its threads, its graph, and what it is doing. */
export interface Agent {
  readonly server: ServerContext
  readonly store: AgentStore
  readonly runner: ThreadRunner
  close(): Promise<void>
}

export type AgentSettings = Pick<AgentConfig, 'keepDays' | 'leaseMs'>

/** How often threads are looked for that have been kept long enough. */
const CLEARING_MS = 600_000

/** Begins at once with what another replica, or this one before it was killed, left undone. */
export function createAgent(server: ServerContext, store: AgentStore, { keepDays, leaseMs }: AgentSettings): Agent {
  const runner = new ThreadRunner({ server, store, leaseMs })
  const onBug = (error: unknown) => server.metrics.fault(toFault(error), error)
  let isClosed = false
  let nextClearing = 0
  const sweep = async () => {
    for (const id of await store.threads.orphans(100)) {
      if (isClosed) return
      const thread = await store.threads.take(id)
      if (thread) runner.start(thread)
    }
    if (server.now() < nextClearing) return
    nextClearing = server.now() + CLEARING_MS
    await store.approvals?.clear()
    await store.responses?.clear()
    await store.rates?.clear()
    for (const id of await store.threads.stale(server.now() - keepDays * DAY_MS, 1000)) {
      if (isClosed) return
      await removeThread(store, id)
    }
  }
  const beating = setInterval(() => void runner.beat().catch(onBug), leaseMs / 3)
  let swept = sweep().catch(onBug)
  const sweeping = setInterval(() => {
    swept = swept.then(sweep).catch(onBug)
  }, leaseMs / 2)
  beating.unref()
  sweeping.unref()
  return {
    server,
    store,
    runner,
    async close() {
      isClosed = true
      clearInterval(sweeping)
      await swept
      await runner.close()
      clearInterval(beating)
      await store.close()
    },
  }
}

export async function removeThread(store: AgentStore, id: string): Promise<void> {
  await store.saver.deleteThread(id)
  await store.begun.remove(id)
  await store.threads.remove(id)
}
