import type { ChatRequest, JsonObject } from '@parley/dialects'
import { UI_STREAM_HEADERS } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import type { Answer } from '../answerer.ts'
import { primed } from '../answerer.ts'
import { type ChatTurn, parseChatBody, speechOf } from '../chat/chat-body.ts'
import type { ChatEvent } from '../chat/chat-event.ts'
import { jsonAnswer } from '../chat/json-answer.ts'
import { runChatTurn } from '../chat/run-chat-turn.ts'
import { UiStream, wantsJson } from '../chat/ui-stream.ts'
import type { AgentDoor, Door } from '../door.ts'
import { demandEnd } from '../doors/cut-off.ts'
import { readBody } from '../doors/read-body.ts'
import { streamResponse } from '../doors/stream-response.ts'
import { refusal } from '../http-fault.ts'
import type { OpenStream } from '../safety/streams.ts'

/** `POST /api/chat`: plain or AI SDK messages in; the AI SDK's UI message stream out, or one JSON document. */
export function chatRoute(door: Door): Handler {
  return async (context) => {
    const turn = await parseChatBody(await readBody(context.req.raw, door.limits))
    if (turn.config.mode === 'agent') return await agentOf(door).chat(turn, context)
    const stream = door.streams.begin(door.leaving(context))
    try {
      return await answerTurn(
        door,
        { turn, stream, owner: door.ownerOf(context.req.raw) },
        wantsJson(context.req.header('accept') ?? null),
      )
    } catch (error) {
      stream.end()
      throw error
    }
  }
}

/** Threads that live on the server: whatever stands at these addresses is the agent's business. */
export function agentRoute(door: Door): Handler {
  return async (context) => await agentOf(door).threads(context)
}

function agentOf({ agent }: Door): AgentDoor {
  if (agent) return agent
  throw refusal('request/invalid', 'This server has no agent. Set `config.mode` to "chat", or start the server with an agent.', {
    field: 'config.mode',
  })
}

interface Turn {
  readonly turn: ChatTurn
  readonly stream: OpenStream
  readonly owner: string
}

async function answerTurn(door: Door, { turn, stream, owner }: Turn, json: boolean): Promise<Response> {
  const model = turn.config.model ?? (await door.catalog.list()).default
  const dialect = speechOf(turn.config)
  const request: ChatRequest = {
    model,
    messages: turn.messages,
    tools: [...turn.tools, ...door.tools.specs],
    settings: turn.settings,
  }
  const answer = (asked: ChatRequest): Promise<Answer> =>
    door.answer(asked, { signal: stream.signal, explain: true, ...(dialect !== undefined && { dialect }) })
  const found = await door.catalog.find(model, dialect)
  const metadata: JsonObject = {
    model: found.info.id,
    dialect: found.speech.dialect?.id ?? 'native',
    ...(found.info.demo && { demo: true }),
  }
  const messageId = turn.continues ?? door.newId()
  const events = await chatEvents(door, { turn, owner, request, answer, signal: stream.signal })
  if (json) {
    const all: ChatEvent[] = []
    for await (const batch of events) all.push(...batch)
    demandEnd(all, door.streams.stopping)
    stream.end()
    return Response.json(jsonAnswer(all, { messageId, metadata }))
  }
  const ui = new UiStream({ messageId, metadata })
  return streamResponse(events, {
    write: (batch) => ui.push(batch),
    finish: () => ui.finish(),
    onEnd: stream.end,
    stopping: door.streams.stopping,
    ownSocket: door.ownSocket,
    headers: UI_STREAM_HEADERS,
  })
}

interface Asked {
  readonly turn: ChatTurn
  readonly owner: string
  readonly request: ChatRequest
  readonly answer: (request: ChatRequest) => Promise<Answer>
  readonly signal: AbortSignal
}

/** Without backend tools there is nothing to run here, and the answer goes straight through. */
async function chatEvents(
  door: Door,
  { turn, owner, request, answer, signal }: Asked,
): Promise<AsyncIterable<readonly ChatEvent[]>> {
  if (door.tools.byName.size === 0 && turn.decisions.length === 0) return (await answer(request)).events
  const { decisions } = turn
  return await primed(
    runChatTurn(request, {
      answer,
      decisions,
      signal,
      tools: door.tools.byName,
      seal: door.tools.seal,
      spend: door.tools.spend,
      owner,
      thread: turn.config.threadId ?? '',
      limits: door.limits,
      newId: door.newId,
    }),
  )
}
