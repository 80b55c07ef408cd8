import type { Context, Hono } from 'hono'
import { say } from '../gguf/words.ts'
import { refusal } from '../http-fault.ts'

/** Whoever comes in here fills the disk of this computer: only a page of ours, or who holds the token, may. */
export function openEngineDoors(
  app: Hono,
  answer: (context: Context) => Promise<Response>,
  isOurs: (request: Request) => boolean,
): void {
  for (const path of ['/api/engine', '/api/engine/*'])
    app.all(path, async (context) => {
      if (!isOurs(context.req.raw)) throw refusal('request/forbidden', say('gguf.own-page'))
      return await answer(context)
    })
}
