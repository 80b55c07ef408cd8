import { join } from 'node:path'
import type { Context } from 'hono'
import type { Config } from '../config-schema.ts'
import type { ServerContext } from '../server-context.ts'
import type { ToolSource } from '../tools/remote-tool.ts'
import { HOUSE } from '../usage/asker.ts'
import { createToolSource } from './agent/tool-source.ts'
import { answerMcp } from './doors/doors.ts'
import { Mcp } from './mcp.ts'
import { CALLBACK, LoginDesk } from './oauth/login-doors.ts'
import { openLogins } from './oauth/logins.ts'
import { openOwnServers } from './own-servers.ts'
import type { Environment } from './settings/resolve-entry.ts'
import { sha256 } from './tools/sha256.ts'

export interface OpenedMcp {
  answer(context: Context): Promise<Response>
  /** Their tools, for threads that live on this server. */
  readonly tools: ToolSource
  /** Ends every server that was started, and all they started. */
  close(): Promise<void>
}

/** The file of servers that were added in the studio. */
const ownServersFile = ({ agent }: Pick<Config, 'agent'>): string => join(agent.folder, 'mcp.json')

/** Opens the doors to the MCP servers of this configuration. Nothing is started before it is needed. */
export async function openMcp(
  server: ServerContext,
  config: Config,
  { env, isLocal }: { readonly env: Environment; readonly isLocal: boolean },
): Promise<OpenedMcp> {
  const own = await openOwnServers(ownServersFile(config))
  const logins = await openLogins(join(config.agent.folder, 'mcp-logins.json'))
  const mcp = new Mcp({ server, config: config.mcp, env, own, isLocal, logins })
  const desk = new LoginDesk(mcp)
  const guests = lazily(() => openGuestDoor(mcp, config.agent.folder))
  return {
    async answer(context) {
      const { path } = context.req
      if (path === '/mcp') return await (await guests())(context)
      if (path === CALLBACK) return await desk.back(context)
      return await answerMcp(mcp.of(server.ownerOf(context.req.raw)), desk, context)
    },
    tools: createToolSource(mcp),
    close: () => mcp.close(),
  }
}

/** The other half of the protocol, loaded when a client first comes: pages do not need it. */
async function openGuestDoor(mcp: Mcp, folder: string): Promise<(context: Context) => Promise<Response>> {
  const [{ createGuestDoor }, { GuestTools }] = await Promise.all([
    import('./proxy/guest-door.ts'),
    import('./proxy/guest-tools.ts'),
  ])
  return createGuestDoor(mcp, (owner) => GuestTools.open(mcp.of(owner), join(folder, toolsFile(owner))))
}

/** Servers that want a login have tools for who has signed in. */
const toolsFile = (owner: string): string => (owner === HOUSE ? 'mcp-tools.json' : `mcp-tools-${sha256(owner).slice(0, 16)}.json`)

function lazily<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | undefined
  return () => {
    opened ??= open()
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
}
