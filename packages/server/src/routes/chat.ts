import type { ChatRequest, JsonObject } from '@parley/dialects'
import { UI_STREAM_HEADERS } from '@parley/dialects/wire'
import type { Context, Handler } from 'hono'
import type { Answer } from '../answerer.ts'
import { primed } from '../answerer.ts'
import { type ChatTurn, parseChatBody, speechOf } from '../chat/chat-body.ts'
import type { ChatEvent } from '../chat/chat-event.ts'
import { jsonAnswer } from '../chat/json-answer.ts'
import { runChatTurn } from '../chat/run-chat-turn.ts'
import { UiStream, wantsJson } from '../chat/ui-stream.ts'
import { refuseHands } from '../hands/asked-tools.ts'
import { demandEnd } from '../http/cut-off.ts'
import { readBody } from '../http/read-body.ts'
import { streamResponse } from '../http/stream-response.ts'
import { refusal } from '../http-fault.ts'
import type { OpenStream } from '../safety/streams.ts'
import type { AgentRoutes, ServerContext } from '../server-context.ts'
import type { SeenRequest } from '../traffic/traffic-entry.ts'
import { watched } from '../traffic/watched.ts'
import type { Asker } from '../usage/asker.ts'
import { answerGuestThread, isGuestThread, withGuests } from '../waiting/guest-threads.ts'
import { say } from '../words.ts'
import { answerHeaders } from './gateway.ts'

/** `POST /api/chat`: plain or AI SDK messages in; the AI SDK's UI message stream out, or one JSON document. */
export function chatRoute(server: ServerContext): Handler {
  return async (context) => {
    refuseHands(context.req.raw)
    const body = await readBody(context.req.raw, server.limits)
    return await watched(server, { context, body }, async (seen) => await answerChat(server, { context, body, seen }))
  }
}

interface Visit {
  readonly context: Context
  readonly body: unknown
  readonly seen: SeenRequest | undefined
}

async function answerChat(server: ServerContext, { context, body, seen }: Visit): Promise<Response> {
  const turn = await parseChatBody(body)
  if (turn.config.mode === 'agent') {
    if (isGuestThread(turn.config.threadId ?? '')) throw refusal('request/conflict', say('waiting.no-question'))
    return await agentOf(server).chat(turn, context)
  }
  if (turn.config.mcpTools) throw refusal('request/invalid', say('thread.mcp-in-page'), { field: 'config.mcpTools' })
  const stream = server.streams.begin(server.leaving(context))
  try {
    return await answerTurn(
      server,
      { turn, stream, asker: server.askerOf(context), ...(seen && { witness: seen }) },
      wantsJson(context.req.header('accept') ?? null),
    )
  } catch (error) {
    stream.end()
    throw error
  }
}

/** Threads that live on the server: whatever stands at these addresses is the agent's business. */
export function agentRoute(server: ServerContext): Handler {
  return async (context) => {
    const { method, path } = context.req
    if (isGuestThread(decodedThread(path))) return await answerGuestThread(server.waiting, server, context)
    const own = await agentOf(server).threads(context)
    return method === 'GET' && path === '/api/threads' ? await withGuests(server, context, own) : own
  }
}

function decodedThread(path: string): string {
  try {
    return decodeURIComponent(path.split('/')[3] ?? '')
  } catch {
    return ''
  }
}

function agentOf({ agent }: ServerContext): AgentRoutes {
  if (agent) return agent
  throw refusal('request/invalid', say('server.no-agent'), {
    field: 'config.mode',
  })
}

interface Turn {
  readonly turn: ChatTurn
  readonly stream: OpenStream
  readonly asker: Asker
  readonly witness?: SeenRequest
}

async function answerTurn(server: ServerContext, { turn, stream, asker, witness }: Turn, json: boolean): Promise<Response> {
  const model = turn.config.model ?? (await server.catalog.list()).default
  witness?.model(model)
  const dialect = speechOf(turn.config)
  const request: ChatRequest = {
    model,
    messages: turn.messages,
    tools: [...turn.tools, ...server.tools.specs],
    settings: turn.settings,
  }
  const messageId = turn.continues ?? server.newId()
  const { threadId: conversation } = turn.config
  const options = {
    asker,
    explain: true,
    ...(witness && { witness }),
    ...(dialect !== undefined && { dialect }),
    ...(conversation !== undefined && { conversation }),
  }
  let first: Answer | undefined
  const answer = async (asked: ChatRequest): Promise<Answer> => {
    const answered = await server.answer(asked, { signal: stream.signal, ...options })
    first ??= answered
    return answered
  }
  const events = await chatEvents(server, { turn, owner: asker.owner, request, answer, signal: stream.signal })
  const found = first?.model ?? (await server.catalog.find(model, dialect))
  const metadata: JsonObject = {
    model: found.info.id,
    dialect: found.speech.dialect?.id ?? 'native',
    ...(found.info.demo && { demo: true }),
  }
  const headers = first ? answerHeaders(first) : {}
  if (json) {
    const all: ChatEvent[] = []
    for await (const batch of events) for (const event of batch) all.push(event)
    demandEnd(all, server.streams.stopping)
    stream.end()
    return Response.json(jsonAnswer(all, { messageId, metadata }), { headers })
  }
  const ui = new UiStream({ messageId, metadata })
  return streamResponse(events, {
    write: (batch) => ui.push(batch),
    finish: () => ui.finish(),
    onEnd: stream.end,
    stopping: server.streams.stopping,
    ownSocket: server.ownSocket,
    beatMs: server.limits.beatMs,
    ...(asker.requestId !== undefined && { requestId: asker.requestId }),
    headers: { ...UI_STREAM_HEADERS, ...headers },
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
  server: ServerContext,
  { turn, owner, request, answer, signal }: Asked,
): Promise<AsyncIterable<readonly ChatEvent[]>> {
  if (server.tools.byName.size === 0 && turn.decisions.length === 0) return (await answer(request)).events
  const { decisions } = turn
  return await primed(
    runChatTurn(request, {
      answer,
      decisions,
      signal,
      tools: server.tools.byName,
      seal: server.tools.seal,
      spend: server.tools.spend,
      owner,
      thread: turn.config.threadId ?? '',
      limits: server.limits,
      newId: server.newId,
    }),
    server.limits,
  )
}
