import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenedAgent } from '../agent/index.ts'
import type { AgentConfig } from '../config-schema.ts'
import type { Door, OpenAgent } from '../door.ts'

export interface LazyAgent {
  readonly open: OpenAgent
  close(): Promise<void>
}

/**
 * An agent that is loaded when it is first needed: by a request, or by threads that an earlier process left. Its graph
 * library costs more to load than everything else of the server together.
 */
export function createLazyAgent(config: AgentConfig, onBug: (error: unknown) => void): LazyAgent {
  let opened: Promise<OpenedAgent> | undefined
  const load = (house: Door): Promise<OpenedAgent> => {
    opened ??= import('../agent/index.ts').then(({ openAgent }) => openAgent(house, config))
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    open(house) {
      const mayHaveThreads = config.database !== undefined || existsSync(join(config.folder, 'agent.sqlite'))
      if (mayHaveThreads) load(house).catch(onBug)
      return {
        chat: async (turn, context) => await (await load(house)).chat(turn, context),
        threads: async (context) => await (await load(house)).threads(context),
      }
    },
    close: async () => await (await opened?.catch(() => undefined))?.close(),
  }
}
