import type { Handler } from 'hono'
import { refusal } from '../http-fault.ts'
import type { WireLog } from '../providers/wire-log.ts'
import { say } from '../words.ts'

/** `GET /api/wire?from=…&to=…`: what was said to vendors and back between two moments, in milliseconds since the epoch. */
export function wireRoute(wire: WireLog, isOurs: (request: Request) => boolean): Handler {
  return (context) => {
    if (!isOurs(context.req.raw)) throw refusal('request/forbidden', say('server.own-page'))
    const moment = (name: string, otherwise: number) => {
      const text = context.req.query(name)
      return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : otherwise
    }
    return context.json({ exchanges: wire.between(moment('from', 0), moment('to', Number.MAX_SAFE_INTEGER)) })
  }
}
