import type { Handler } from 'hono'
import type { Door } from '../door.ts'

/** `GET /api/models`: what can be asked, how each is spoken to and why, and which one answers by default. */
export function modelsRoute(door: Door): Handler {
  return async (context) => {
    const list = await door.catalog.list()
    return context.json(list, 200, { 'cache-control': 'no-store' })
  }
}
