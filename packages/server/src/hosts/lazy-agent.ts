import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenedAgent } from '../agent/index.ts'
import type { BudgetBook } from '../budgets/budget-book.ts'
import type { AgentConfig } from '../config-schema.ts'
import type { ResponseStore } from '../responses/kept-response.ts'
import type { RateBook } from '../safety/rate-limit.ts'
import type { OpenAgent, ServerContext } from '../server-context.ts'

export type LoadAgent = (server: ServerContext, config: AgentConfig) => Promise<OpenedAgent>

export interface LazyAgentOptions {
  readonly onBug: (error: unknown) => void
  /** Absent: the agent that the configuration describes. */
  readonly load?: LoadAgent
}

const loadOwn: LoadAgent = async (server, config) => {
  const { openAgent } = await import('../agent/index.ts')
  return await openAgent(server, config)
}

export interface LazyAgent {
  readonly open: OpenAgent
  close(): Promise<void>
}

/** A store that is looked for each time: there may be none yet. */
function responsesOf(look: () => Promise<ResponseStore | undefined>): ResponseStore {
  return {
    put: async (owner, id, kept) => await (await look())?.put(owner, id, kept),
    find: async (owner, id) => await (await look())?.find(owner, id),
    remove: async (owner, id) => (await (await look())?.remove(owner, id)) ?? false,
  }
}

/** A store of its own may have no place for it: then each process counts for itself. */
function ratesOf(look: () => Promise<OpenedAgent>): RateBook {
  return {
    async take(...given) {
      const { rates } = await look()
      if (!rates) throw new Error('The store of the agent has no place for limits.')
      return await rates.take(...given)
    },
  }
}

/** A book that all replicas share is only in a database that is named. */
function budgetsOf(look: () => Promise<OpenedAgent>): BudgetBook {
  const book = async () => {
    const { budgets } = await look()
    if (!budgets) throw new Error('The store of the agent has no place for budgets.')
    return budgets
  }
  return {
    take: async (...given) => await (await book()).take(...given),
    add: async (...given) => await (await book()).add(...given),
  }
}

/**
 * An agent that is loaded when it is first needed: by a request, or by threads that an earlier process left. Its graph
 * library costs more to load than everything else of the server together.
 */
export function createLazyAgent(config: AgentConfig, { onBug, load = loadOwn }: LazyAgentOptions): LazyAgent {
  let opened: Promise<OpenedAgent> | undefined
  const mayHaveThreads = () => config.database !== undefined || existsSync(join(config.folder, 'agent.sqlite'))
  const open = (server: ServerContext): Promise<OpenedAgent> => {
    opened ??= load(server, config)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    open(server) {
      if (mayHaveThreads()) open(server).catch(onBug)
      return {
        ready: async () => (opened || mayHaveThreads() ? await (await open(server)).ready?.() : undefined),
        chat: async (turn, context) => await (await open(server)).chat(turn, context),
        async spendApproval(id, until) {
          if (!opened && !mayHaveThreads()) return true
          return (await (await open(server)).spendApproval?.(id, until)) ?? true
        },
        ...(config.database !== undefined && { budgets: budgetsOf(() => open(server)), rates: ratesOf(() => open(server)) }),
        responses: responsesOf(async () => (opened || mayHaveThreads() ? (await open(server)).responses : undefined)),
        waiting: async () => (opened || mayHaveThreads() ? await (await open(server)).waiting?.() : undefined),
        async threads(context) {
          // A page looks what waits every few seconds: a server that never had a thread need not load anything to say none.
          const isList = context.req.method === 'GET' && context.req.path === '/api/threads'
          if (isList && !opened && !mayHaveThreads()) return Response.json({ threads: [] })
          return await (await open(server)).threads(context)
        },
      }
    },
    close: async () => await (await opened?.catch(() => undefined))?.close(),
  }
}
