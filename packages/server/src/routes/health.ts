import type { Handler } from 'hono'
import type { ServerContext } from '../server-context.ts'

const FRESH = { 'cache-control': 'no-store' }

/** `GET /health`: answers without a token, and says nothing but that it answers. */
export const healthRoute: Handler = (context) => context.json({ status: 'ok' }, 200, FRESH)

/** Whoever balances load asks often, and anybody may ask: the database hears of it once in this time. */
const REMEMBERED_MS = 1000
/** A database that has not answered by then is none. */
const PATIENCE_MS = 5000

/** `GET /ready`: whether requests should be sent here. Not while the server stops, nor while its database cannot be asked. */
export function readyRoute({ agent, streams, now }: ServerContext): Handler {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  const hasDatabase = () => {
    if (!asked || now() - asked.at >= REMEMBERED_MS) asked = { at: now(), answer: answersInTime(agent?.ready) }
    return asked.answer
  }
  return async (context) => {
    if (streams.isClosed) return context.json({ status: 'stopping' }, 503, FRESH)
    return (await hasDatabase())
      ? context.json({ status: 'ready' }, 200, FRESH)
      : context.json({ status: 'waiting', for: 'database' }, 503, FRESH)
  }
}

async function answersInTime(ask: (() => Promise<void>) | undefined): Promise<boolean> {
  if (!ask) return true
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), PATIENCE_MS)
  const answered = ask().then(
    () => true,
    () => false,
  )
  const isThere = await Promise.race([answered, late.promise])
  clearTimeout(timer)
  return isThere
}
