import type { Context, Handler } from 'hono'
import { refusal } from '../http-fault.ts'
import { say } from '../mcp/words.ts'

/** A call that comes in here runs: the page has asked. So nobody but a page of ours, or who holds the token, may come in. */
export function mcpRoute(answer: (context: Context) => Promise<Response>, isOurs: (request: Request) => boolean): Handler {
  return async (context) => {
    if (!isOurs(context.req.raw)) throw refusal('request/forbidden', say('mcp.own-page'))
    return await answer(context)
  }
}
