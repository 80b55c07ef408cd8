import type { Context, Hono } from 'hono'
import { refusal } from '../http-fault.ts'
import { say } from '../mcp/words.ts'
import type { ServerContext } from '../server-context.ts'
import { say as sayServer } from '../words.ts'
import { mcpViewRoute } from './mcp-view.ts'

type Answer = (context: Context) => Promise<Response>

/** Who comes back from a login comes from another site, without our cookie; what they know is the secret that they were sent with. */
export function openLoginDoor(app: Hono, answer: Answer): void {
  app.get('/api/mcp/oauth/callback', answer)
}

/** They are programs, and everybody's: who adds one has it run here. */
const changesServers = (method: string, path: string): boolean =>
  method === 'DELETE' ? path.startsWith('/api/mcp/servers/') : /^\/api\/mcp\/(?:import|inputs)$/.test(path)

/** A call that comes in at `/api/mcp` runs: the page has asked. So nobody but a page of ours, or who holds the token, may come in. */
export function openMcpDoors(app: Hono, answer: Answer, { isOurs, isAdmin }: Pick<ServerContext, 'isOurs' | 'isAdmin'>): void {
  app.all('/api/mcp/*', async (context) => {
    const { raw, method, path } = context.req
    if (changesServers(method, path) && !isAdmin(raw)) throw refusal('request/forbidden', sayServer('server.admin'))
    if (!isOurs(raw)) throw refusal('request/forbidden', say('mcp.own-page'))
    return await answer(context)
  })
  app.get('/mcp-view.html', mcpViewRoute)
  // One that comes in here waits for a person, whoever makes it.
  app.all('/mcp', answer)
}
