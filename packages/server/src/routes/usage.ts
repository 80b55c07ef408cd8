import type { Handler } from 'hono'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { KEPT_DAYS } from '../usage/usage-rows.ts'
import { say } from '../words.ts'

const USUAL_DAYS = 30

/** `GET /api/usage?days=30`: tokens and time by client, model and day. Who holds a token with a name sees what it was used for. */
export function usageRoute({ usage, ownerOf, isAdmin }: ServerContext, isOurs: (request: Request) => boolean): Handler {
  return async (context) => {
    const { raw } = context.req
    if (!isOurs(raw)) throw refusal('request/forbidden', say('server.own-usage'))
    const asked = Number(context.req.query('days') ?? USUAL_DAYS)
    const count = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), KEPT_DAYS) : USUAL_DAYS
    const owner = ownerOf(raw)
    const all = isAdmin(raw)
    const days = await usage.newest(count)
    const seen = days.map(({ day, rows }) => ({ day, rows: rows.filter(({ client }) => all || client === owner) }))
    return context.json({ days: seen.filter(({ rows }) => rows.length > 0) })
  }
}
