import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { faultOf } from '@parley/dialects'
import type { Config } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import type { OpenedMcp } from '../mcp/index.ts'
import type { Environment } from '../mcp/settings/resolve-entry.ts'
import { say } from '../mcp/words.ts'
import type { OpenMcp, OpenToolSource, ServerContext } from '../server-context.ts'

export interface LazyMcpOptions {
  readonly env: Environment
  /** Whether this server is reached from this computer only. */
  readonly isLocal: boolean
}

export interface LazyMcp {
  readonly open: OpenMcp
  /** Their tools, for threads that live on this server. */
  readonly tools: OpenToolSource
  close(): Promise<void>
}

/** MCP, loaded when its doors are first used: who has no MCP server pays nothing for it, and needs no package. */
export function createLazyMcp(config: Config, options: LazyMcpOptions): LazyMcp {
  let opened: Promise<OpenedMcp> | undefined
  const mayHaveServers = () =>
    config.mcp.servers.length > 0 || config.mcp.edit || existsSync(join(config.agent.folder, 'mcp.json'))
  const open = (server: ServerContext) => {
    opened ??= load(server, config, options)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    open: (server) => async (context) => {
      const isList = context.req.method === 'GET' && /^\/api\/mcp\/(servers|tools)$/.test(context.req.path)
      if (isList && !opened && !mayHaveServers()) return Response.json({ servers: [], tools: [], mayEdit: false })
      return await (await open(server)).answer(context).catch(ifMissing)
    },
    tools: (server) => ({
      servers: async () => (opened || mayHaveServers() ? await (await open(server)).tools.servers() : []),
      offerAll: async (servers, owner) => await (await open(server)).tools.offerAll(servers, owner),
      async offer(chosen, owner) {
        try {
          return await (await open(server)).tools.offer(chosen, owner)
        } catch (error) {
          const why = faultOf(error)
          if (!why) throw error
          return { tools: [], notOffered: chosen.map(({ name }) => ({ name, why })) }
        }
      },
    }),
    close: async () => await (await opened?.catch(() => undefined))?.close(),
  }
}

async function load(server: ServerContext, config: Config, options: LazyMcpOptions): Promise<OpenedMcp> {
  const { openMcp } = await import('../mcp/index.ts').catch(ifMissing)
  return await openMcp(server, config, options)
}

function ifMissing(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  const name = isMissing && /@modelcontextprotocol\/\w+/.exec(error.message)?.[0]
  if (!name) throw error
  throw refusal('request/conflict', say('mcp.not-installed', { package: name }))
}
