import type { Handler } from 'hono'
import type { ServerContext } from '../server-context.ts'

/** `GET /api/models`: what can be asked, how each is spoken to and why, and which one answers by default. */
export function modelsRoute(server: ServerContext): Handler {
  return async (context) => {
    const list = await server.catalog.list()
    return context.json(list, 200, { 'cache-control': 'no-store' })
  }
}
