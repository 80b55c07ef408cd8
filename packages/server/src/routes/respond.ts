import type { StreamEvent } from '@parley/dialects'
import { formatEvents } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import { refuseHands } from '../hands/asked-tools.ts'
import { parseRespondBody } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { streamResponse } from '../http/stream-response.ts'
import { requestIdOf } from '../logging/request-record.ts'
import type { ServerContext } from '../server-context.ts'
import { watched } from '../traffic/watched.ts'
import { answerHeaders } from './gateway.ts'

/** `POST /api/respond`: our own request in, our own events out. */
export function respondRoute(server: ServerContext): Handler {
  return async (context) => {
    refuseHands(context.req.raw)
    const body = await readBody(context.req.raw, server.limits)
    return await watched(server, { context, body }, async (seen) => {
      const { request, ...speech } = parseRespondBody(body)
      seen?.model(request.model)
      const { signal, end } = server.streams.begin(server.leaving(context))
      const asked = { asker: server.askerOf(context), signal, explain: true, ...speech, ...(seen && { witness: seen }) }
      try {
        const answer = await server.answer(request, asked)
        return streamResponse<StreamEvent>(answer.events, {
          write: formatEvents,
          onEnd: end,
          stopping: server.streams.stopping,
          ownSocket: server.ownSocket,
          beatMs: server.limits.beatMs,
          requestId: requestIdOf(context.req.raw),
          headers: answerHeaders(answer),
        })
      } catch (error) {
        end()
        throw error
      }
    })
  }
}
