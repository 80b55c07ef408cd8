import { FIND_TOOLS, type JsonObject, type Message, type ToolResult } from '@parley/dialects'
import { UI_STREAM_HEADERS } from '@parley/dialects/wire'
import type { Context } from 'hono'
import { type ChatTurn, speechOf } from '../chat/chat-body.ts'
import type { ChatEvent, PendingCall } from '../chat/chat-event.ts'
import { jsonAnswer } from '../chat/json-answer.ts'
import { UiStream, wantsJson } from '../chat/ui-stream.ts'
import { demandEnd } from '../http/cut-off.ts'
import { streamResponse } from '../http/stream-response.ts'
import { refusal } from '../http-fault.ts'
import { requestIdOf } from '../logging/request-record.ts'
import type { OpenStream } from '../safety/streams.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'
import type { Agent } from './agent.ts'
import type { Answer, Turn } from './agent-state.ts'
import { readThread, resultsOf } from './agent-thread-state.ts'
import { questionKey } from './store/agent-thread-store.ts'
import type { InboxEntry, ThreadRecord } from './store/thread-record.ts'
import { attach, type Listen, listenTo, notOurs, reachesOthers, tellThread } from './tell-thread.ts'
import { THREAD_ID } from './thread-bodies.ts'

/** `POST /api/chat` in agent mode: a question for a thread, or what a client has learnt about calls that wait in it. */
export async function askThread(agent: Agent, turn: ChatTurn, context: Context): Promise<Response> {
  const { server, store } = agent
  const owner = server.ownerOf(context.req.raw)
  const threadId = turn.config.threadId ?? server.newId()
  if (!THREAD_ID.test(threadId))
    throw refusal('request/invalid', say('thread.id'), {
      field: 'config.threadId',
    })
  const isOurs = server.isOurs(context.req.raw)
  if (!isOurs && (turn.config.mcpTools ?? []).length > 0) throw notOurs()
  demandOwnNames(agent, turn)
  const next = await turnOf(agent, turn, requestIdOf(context.req.raw))
  return await streamThread(server, context, async () => {
    const thread = await store.threads.find(threadId, owner)
    const listen = thread
      ? await goOn(agent, turn, next, { thread, isOurs })
      : await begin(agent, turn, next, { threadId, owner })
    return { thread: { name: threadId, model: next.model }, listen }
  })
}

async function begin(
  agent: Agent,
  turn: ChatTurn,
  next: Turn,
  { threadId, owner }: { threadId: string; owner: string },
): Promise<Listen> {
  const messages = identified(agent, turn).filter(({ role }) => role !== 'system')
  const { summaries = [] } = turn.config
  const made = { name: threadId, owner, title: titleOf(messages), model: next.model, summaries }
  const accepted = await agent.store.threads.begin(made, [question(next, messages)])
  if (!accepted) throw refusal('request/conflict', say('thread.just-begun'))
  return listenTo(agent, accepted)
}

/** Only what is new counts: answers to calls that wait, or what comes behind the last answer. */
async function goOn(
  agent: Agent,
  turn: ChatTurn,
  next: Turn,
  { thread, isOurs }: { readonly thread: ThreadRecord; readonly isOurs: boolean },
): Promise<Listen> {
  const messages = identified(agent, turn)
  const questions = messages
    .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    .filter(({ role }) => role === 'user')
  const answers = answersIn(turn, thread.pending)
  if (questions.length === 0) {
    if (answers.length === 0) throw refusal('request/conflict', say('thread.nothing-new'))
    const allowed = new Set(answers.flatMap(({ body }) => (isApproval(body) ? [body.callId] : [])))
    if (!isOurs && thread.pending.some((call) => allowed.has(call.callId) && reachesOthers(call))) throw notOurs()
    return await tellThread(agent, thread, answers, () => undefined)
  }
  if (turn.hasIds && questionKey(questions.at(-1)?.id) === thread.question) {
    const listen = attach(agent, thread)
    if (listen) return listen
    throw refusal('request/conflict', say('thread.asked-already'))
  }
  const results = answers.flatMap(({ body }) =>
    body.type === 'answer' && body.answer.kind === 'result' ? [body.answer.result] : [],
  )
  const state = results.length > 0 ? await readThread(agent.store.saver, thread.id) : undefined
  const entry = question(next, [...resultMessages(state?.messages ?? [], results), ...questions])
  return await tellThread(agent, thread, [entry], ({ status }) => {
    if (status === 'running') throw refusal('request/conflict', say('thread.at-work'))
  })
}

/** Plain messages are numbered in every request anew, and a thread needs ids that last. */
function identified({ server }: Agent, { messages, hasIds }: ChatTurn): readonly Message[] {
  return hasIds ? messages : messages.map((message) => ({ ...message, id: server.newId() }))
}

function question(turn: Turn, messages: readonly Message[]): InboxEntry {
  return { key: `turn ${turn.id}`, body: { type: 'turn', turn, messages } }
}

function resultMessages(messages: readonly Message[], results: readonly ToolResult[]): readonly Message[] {
  const last = messages.findLast(({ role }) => role === 'assistant')
  return last && results.length > 0 ? [{ role: 'tool', id: `${last.id}-results`, parts: results }] : []
}

async function turnOf({ server }: Agent, { config, messages, tools, settings }: ChatTurn, requestId: string): Promise<Turn> {
  const dialect = speechOf(config)
  const model = config.model ?? (await server.catalog.list()).default
  // One that is not there is told at once.
  await server.catalog.find(model, dialect)
  return {
    id: server.newId(),
    model,
    ...(dialect !== undefined && { dialect }),
    tools,
    ...(config.programs && { programs: config.programs }),
    ...(config.mcpTools && { chosen: config.mcpTools }),
    settings,
    system: messages.filter(({ role }) => role === 'system'),
    requestId,
  }
}

type Approval = Extract<InboxEntry['body'], { type: 'answer' }>
const isApproval = (body: InboxEntry['body']): body is Approval => body.type === 'answer' && body.answer.kind === 'approve'

function demandOwnNames({ server }: Agent, { tools, config: { mcpTools = [] } }: ChatTurn): void {
  // Where they are many, they are found by a tool of this name.
  const chosen = new Set(mcpTools.length === 0 ? [] : [FIND_TOOLS, ...mcpTools.map(({ name }) => name)])
  const taken =
    [...tools, ...mcpTools].find(({ name }) => server.tools.byName.has(name)) ?? tools.find(({ name }) => chosen.has(name))
  if (taken)
    throw refusal('request/invalid', say('thread.tool-taken', { name: taken.name }), {
      field: 'tools',
    })
}

/** What a client's copy of the conversation says about calls that wait. A result counts only for a call of the page, a refusal for any. */
function answersIn({ messages, decisions }: ChatTurn, pending: readonly PendingCall[]): readonly InboxEntry[] {
  const results = new Map(resultsOf(messages).map((one) => [one.callId, one]))
  const decided = new Map(decisions.map((one) => [one.callId, one]))
  return pending.flatMap(({ callId, kind }) => {
    const result = results.get(callId)
    const decision = decided.get(callId)
    const answer: Answer | undefined =
      result && mayTell(kind, result)
        ? { kind: 'result', result }
        : kind === 'approval' && decision
          ? decidedAs(decision)
          : undefined
    return answer ? [{ key: `call ${JSON.stringify(callId)}`, body: { type: 'answer', callId, answer } }] : []
  })
}

/** The page knows what its own tools did. Of the server's it can only say that the user did not want them. */
function mayTell(kind: PendingCall['kind'], { outcome }: ToolResult): boolean {
  return kind === 'page' || (kind === 'approval' && outcome === 'denied')
}

function decidedAs({ approved, reason }: ChatTurn['decisions'][number]): Answer {
  return approved ? { kind: 'approve' } : { kind: 'reject', ...(reason !== undefined && { reason }) }
}

/** One short line, with nothing in it that a database would refuse. */
export function plainTitle(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 80)
}

function titleOf(messages: readonly Message[]): string {
  const asked = messages.findLast(({ role }) => role === 'user')
  const words = (asked?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join(' ')
  return plainTitle(words)
}

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
  // Who only listens did not ask: the log knows the turn by the request that did.
  const named = context.req.method === 'POST' ? { requestId: requestIdOf(context.req.raw) } : {}
  const rest = { onEnd: stream.end, stopping: streams.stopping, beatMs: limits.beatMs, ownSocket, ...named }
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
