import type { Context, Hono } from 'hono'
import { say } from '../gguf/words.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'

/** Whoever comes in here fills the disk of this computer: only a page of ours, or who holds the token, may, and of several people one who may change what is everybody's. */
export function openEngineDoors(
  app: Hono,
  answer: (context: Context) => Promise<Response>,
  { isOurs, isAdmin }: Pick<ServerContext, 'isOurs' | 'isAdmin'>,
): void {
  for (const path of ['/api/engine', '/api/engine/*'])
    app.all(path, async (context) => {
      const { raw } = context.req
      if (!isOurs(raw) || !isAdmin(raw)) throw refusal('request/forbidden', say('gguf.own-page'))
      return await answer(context)
    })
}
