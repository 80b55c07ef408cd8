import type { Context, Handler, Hono } from 'hono'
import { streamResponse } from '../http/stream-response.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import type { TrafficChange, TrafficLog } from '../traffic/traffic-log.ts'
import { say } from '../words.ts'

/** A person has a few tabs, and every one of them is a connection that never ends. */
const MOST_WATCHERS = 8

/** What goes through the gateway, live, for a page of this server on the same computer. */
export function openTraffic(app: Hono, server: ServerContext, { log, isOurs }: TrafficDoors): void {
  const guarded =
    (handler: (context: Context) => Response): Handler =>
    (context) => {
      const { raw } = context.req
      // Who holds a token with a name has no business with what others say.
      if (!isOurs(raw) || !server.isAdmin(raw)) throw refusal('request/forbidden', say('traffic.own-page'))
      return handler(context)
    }
  let watching = 0
  app.get(
    '/api/traffic',
    guarded((context) => {
      if (watching >= MOST_WATCHERS) throw refusal('request/too-many', say('traffic.watched', { most: MOST_WATCHERS }))
      watching++
      const leaving = new AbortController()
      const end = () => {
        if (!leaving.signal.aborted) watching--
        leaving.abort()
      }
      server.leaving(context)(end)
      server.streams.stopping.addEventListener('abort', end, { once: true, signal: leaving.signal })
      return streamResponse<TrafficChange>(log.watch(leaving.signal), {
        write: (batch) => `data: ${JSON.stringify(batch)}\n\n`,
        onEnd: end,
        stopping: server.streams.stopping,
        ownSocket: server.ownSocket,
        beatMs: server.limits.beatMs,
      })
    }),
  )
  app.get(
    '/api/traffic/:id',
    guarded((context) => {
      const found = log.find(context.req.param('id') ?? '')
      if (!found) throw refusal('request/not-found', say('traffic.none'))
      return context.json(found, 200, { 'cache-control': 'no-store' })
    }),
  )
}

interface TrafficDoors {
  readonly log: TrafficLog
  /** Whether a request comes from a page of ours, or holds a token. */
  readonly isOurs: (request: Request) => boolean
}
