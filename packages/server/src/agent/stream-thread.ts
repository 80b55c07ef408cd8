import type { JsonObject } from '@parley/dialects'
import { UI_STREAM_HEADERS } from '@parley/dialects/wire'
import type { Context } from 'hono'
import type { ChatEvent } from '../chat/chat-event.ts'
import { jsonAnswer } from '../chat/json-answer.ts'
import { UiStream, wantsJson } from '../chat/ui-stream.ts'
import { demandEnd } from '../http/cut-off.ts'
import { streamResponse } from '../http/stream-response.ts'
import type { OpenStream } from '../safety/streams.ts'
import type { ServerContext } from '../server-context.ts'

export interface Heard {
  readonly thread: { readonly name: string; readonly model: string }
  /** Ends when the signal says that nobody listens any more; the thread goes on. */
  readonly listen: (signal: AbortSignal) => AsyncIterable<readonly ChatEvent[]>
}

/** What happens in a thread, in the form the client asked for: the AI SDK's stream, one document, or our own events. */
export async function streamThread(server: ServerContext, context: Context, tell: () => Promise<Heard>): Promise<Response> {
  // A server that has no room for another stream refuses before anything is heard.
  const stream = server.streams.begin(server.leaving(context))
  try {
    return await streamHeard(server, context, stream, await tell())
  } catch (error) {
    stream.end()
    throw error
  }
}

async function streamHeard(server: ServerContext, context: Context, stream: OpenStream, heard: Heard): Promise<Response> {
  const { name: threadId, model } = heard.thread
  const metadata: JsonObject = { threadId, model }
  // Every stream begins with the id of its turn, which is that of the message.
  const messageId = ''
  const events = heard.listen(stream.signal)
  const { streams, limits, ownSocket } = server
  const rest = { onEnd: stream.end, stopping: streams.stopping, beatMs: limits.beatMs, ownSocket }
  const headers = { 'x-parley-thread': threadId }
  if (context.req.query('events') === 'canonical')
    return streamResponse(events, { ...rest, headers, write: (batch) => `data: ${JSON.stringify(batch)}\n\n`, finish: () => '' })
  if (!wantsJson(context.req.header('accept') ?? null)) {
    const ui = new UiStream({ messageId, metadata })
    const write = { write: (batch: readonly ChatEvent[]) => ui.push(batch), finish: () => ui.finish() }
    return streamResponse<ChatEvent>(events, { ...rest, ...write, headers: { ...UI_STREAM_HEADERS, ...headers } })
  }
  const all: ChatEvent[] = []
  for await (const batch of events) for (const event of batch) all.push(event)
  demandEnd(all, streams.stopping)
  stream.end()
  return Response.json(jsonAnswer(all, { messageId, metadata }), { headers })
}
