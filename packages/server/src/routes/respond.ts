import type { StreamEvent } from '@parley/dialects'
import { formatEvents } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import { refuseHands } from '../hands/asked-tools.ts'
import { parseRespondBody } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { streamResponse } from '../http/stream-response.ts'
import type { ServerContext } from '../server-context.ts'
import { answerHeaders } from './gateway.ts'

/** `POST /api/respond`: our own request in, our own events out. */
export function respondRoute(server: ServerContext): Handler {
  return async (context) => {
    refuseHands(context.req.raw)
    const { request, ...speech } = parseRespondBody(await readBody(context.req.raw, server.limits))
    const { signal, end } = server.streams.begin(server.leaving(context))
    try {
      const answer = await server.answer(request, { asker: server.askerOf(context), signal, explain: true, ...speech })
      return streamResponse<StreamEvent>(answer.events, {
        write: formatEvents,
        onEnd: end,
        stopping: server.streams.stopping,
        ownSocket: server.ownSocket,
        beatMs: server.limits.beatMs,
        headers: answerHeaders(answer),
      })
    } catch (error) {
      end()
      throw error
    }
  }
}
