import type { Context, Hono } from 'hono'
import { refusal } from '../http-fault.ts'
import { say } from '../mcp/words.ts'
import { mcpViewRoute } from './mcp-view.ts'

type Answer = (context: Context) => Promise<Response>

/** Who comes back from a login comes from another site, without our cookie; what they know is the secret that they were sent with. */
export function openLoginDoor(app: Hono, answer: Answer): void {
  app.get('/api/mcp/oauth/callback', answer)
}

/** A call that comes in at `/api/mcp` runs: the page has asked. So nobody but a page of ours, or who holds the token, may come in. */
export function openMcpDoors(app: Hono, answer: Answer, isOurs: (request: Request) => boolean): void {
  app.all('/api/mcp/*', async (context) => {
    if (!isOurs(context.req.raw)) throw refusal('request/forbidden', say('mcp.own-page'))
    return await answer(context)
  })
  app.get('/mcp-view.html', mcpViewRoute)
  // One that comes in here waits for a person, whoever makes it.
  app.all('/mcp', answer)
}
