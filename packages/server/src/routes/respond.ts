import type { StreamEvent } from '@parley/dialects'
import { formatEvents } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import type { Door } from '../door.ts'
import { parseRespondBody } from '../doors/chat-request-schema.ts'
import { readBody } from '../doors/read-body.ts'
import { streamResponse } from '../doors/stream-response.ts'

/** `POST /api/respond`: our own request in, our own events out. */
export function respondRoute(door: Door): Handler {
  return async (context) => {
    const { request, dialect } = parseRespondBody(await readBody(context.req.raw, door.limits))
    const { signal, end } = door.streams.begin(door.leaving(context))
    try {
      const { events } = await door.answer(request, { signal, explain: true, ...(dialect !== undefined && { dialect }) })
      return streamResponse<StreamEvent>(events, {
        write: formatEvents,
        onEnd: end,
        stopping: door.streams.stopping,
        ownSocket: door.ownSocket,
      })
    } catch (error) {
      end()
      throw error
    }
  }
}
