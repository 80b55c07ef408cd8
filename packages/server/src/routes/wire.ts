import type { Handler } from 'hono'
import type { WireLog } from '../providers/wire-log.ts'

/** `GET /api/wire?from=…&to=…`: what was said to vendors and back between two moments, in milliseconds since the epoch. */
export function wireRoute(wire: WireLog): Handler {
  return (context) => {
    const moment = (name: string, otherwise: number) => {
      const text = context.req.query(name)
      return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : otherwise
    }
    return context.json({ exchanges: wire.between(moment('from', 0), moment('to', Number.MAX_SAFE_INTEGER)) })
  }
}
