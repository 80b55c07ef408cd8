import type { SpokenPart } from '@parley/dialects'
import type { Context } from 'hono'
import { checked } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { refusal } from '../http-fault.ts'
import { requestIdOf } from '../logging/request-record.ts'
import { say } from '../words.ts'
import { type Agent, removeThread } from './agent.ts'
import { readThread, resultsOf } from './agent-thread-state.ts'
import { plainTitle, streamThread } from './ask-thread.ts'
import { callFromProgram, judgeForProgram } from './programs/call-door.ts'
import { threadReceipts } from './receipts/thread-receipts.ts'
import { resumeThread } from './resume-thread.ts'
import type { ThreadRecord } from './store/thread-record.ts'
import { sumUp, undoSummary } from './summaries/sum-up.ts'
import { attach, listenTo, noThread, tellThread } from './tell-thread.ts'
import { callBody, forkBody, judgeBody, listQuery, resumeBody, summaryBody, THREAD_ID } from './thread-bodies.ts'
import { toThread, toThreadDocument } from './thread-document.ts'

/** Everything under `/api/threads`, and the address where AI SDK clients look for a stream they lost. */
export async function answerThreads(agent: Agent, context: Context): Promise<Response> {
  const { method, path } = context.req
  const owner = agent.server.ownerOf(context.req.raw)
  const [, , room, id, action] = path.split('/').map(decodeSegment)
  if (id === undefined && method === 'GET') return await listThreads(agent, context, owner)
  if (id === undefined) throw nothingHere()
  const thread = THREAD_ID.test(id) ? await agent.store.threads.find(id, owner) : undefined
  // A thread of somebody else is told from no thread at all by nothing.
  if (!thread) throw noThread()
  const route = room === 'chat' && method === 'GET' ? attachRoute : ROUTES[`${method} ${action ?? ''}`]
  if (!route) throw nothingHere()
  return await route(agent, context, thread)
}

type Answered = (agent: Agent, context: Context, thread: ThreadRecord) => Promise<Response>

const ROUTES: Readonly<Record<string, Answered>> = {
  'GET ': async (agent, context, thread) =>
    Response.json(await toThreadDocument(agent, thread, context.req.query('checkpoints') !== 'no')),
  async 'DELETE '(agent, _, thread) {
    if (thread.status === 'running') await cancelThread(agent, thread)
    await removeThread(agent.store, thread.id)
    return new Response(null, { status: 204 })
  },
  'GET stream': attachRoute,
  'GET receipts': async (agent, _, thread) => Response.json(await threadReceipts(agent, thread)),
  async 'POST resume'(agent, context, thread) {
    const { answers } = checked(resumeBody, await readBody(context.req.raw, agent.server.limits))
    return await streamThread(agent.server, context, async () => ({
      thread,
      listen: await resumeThread(agent, { thread, isOurs: agent.server.isOurs(context.req.raw) }, answers),
    }))
  },
  async 'POST judge'(agent, context, thread) {
    const call = checked(judgeBody, await readBody(context.req.raw, agent.server.limits))
    return Response.json(judgeForProgram(agent, thread, call))
  },
  async 'POST call'(agent, context, thread) {
    const given = checked(callBody, await readBody(context.req.raw, agent.server.limits))
    const stream = agent.server.streams.begin(agent.server.leaving(context))
    try {
      return Response.json(await callFromProgram(agent, thread, given, stream.signal))
    } finally {
      stream.end()
    }
  },
  async 'POST summary'(agent, context, thread) {
    const given = checked(summaryBody, await readBody(context.req.raw, agent.server.limits))
    const stream = agent.server.streams.begin(agent.server.leaving(context))
    try {
      const by = { ...given, requestId: requestIdOf(context.req.raw) }
      return Response.json(await toThreadDocument(agent, await sumUp(agent, thread, by, stream.signal)))
    } finally {
      stream.end()
    }
  },
  'DELETE summary': async (agent, _, thread) => Response.json(await toThreadDocument(agent, await undoSummary(agent, thread))),
  async 'POST cancel'(agent, context, thread) {
    const callId = context.req.query('call')
    if (callId === undefined) await cancelThread(agent, thread)
    else if (!agent.runner.cancelCall(thread.id, callId))
      throw refusal('request/conflict', say('thread.call-not-here', { call: callId }))
    return Response.json(await toThreadDocument(agent, (await agent.store.threads.read(thread.id)) ?? thread))
  },
  async 'POST fork'(agent, context, thread) {
    const body = checked(forkBody, await readBody(context.req.raw, agent.server.limits))
    return Response.json(await forkThread(agent, thread, body), { status: 201 })
  },
}

async function listThreads(agent: Agent, context: Context, owner: string): Promise<Response> {
  const { status, limit, before } = checked(listQuery, context.req.query())
  const found = await agent.store.threads.list(owner, {
    limit,
    ...(status !== undefined && { status }),
    ...(before !== undefined && { before }),
  })
  return Response.json({ threads: found.map(toThread) })
}

async function attachRoute(agent: Agent, context: Context, thread: ThreadRecord): Promise<Response> {
  const listen = attach(agent, thread)
  if (!listen) return new Response(null, { status: 204 })
  return await streamThread(agent.server, context, async () => ({ thread, listen }))
}

function nothingHere() {
  return refusal('request/not-found', say('address.thread'))
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Ends the turn, wherever it runs. Calls that wait get a result that says so; what was said stays said. */
async function cancelThread(agent: Agent, thread: ThreadRecord): Promise<void> {
  const { store, runner } = agent
  if (thread.status === 'waiting') {
    const entries = thread.pending.map(({ callId }) => ({
      key: `call ${JSON.stringify(callId)}`,
      body: { type: 'answer', callId, answer: { kind: 'cancel' } } as const,
    }))
    const listen = await tellThread(agent, thread, entries, () => undefined)
    for await (const _ of listen(new AbortController().signal)) continue
    return
  }
  if (thread.status !== 'running') return
  const live = runner.liveOf(thread.id)
  if (live) {
    runner.cancel(thread.id)
    await live.over
    return
  }
  await store.threads.cancel(thread.id)
}

/**
 * A new thread that is as this one was, and goes on from there. Calls that need somebody are asked again in it; what the server's tools did by
 * themselves is taken over, not done again.
 */
async function forkThread(agent: Agent, thread: ThreadRecord, given: { checkpointId: string; title?: string }) {
  const { server, store } = agent
  const then = await readThread(store.saver, thread.id, given.checkpointId)
  if (!then?.turn || then.messagesThen.length === 0) throw refusal('request/not-found', say('thread.no-checkpoint'))
  const { owner, model } = thread
  const messages = then.messagesThen
  const last = messages.at(-1)
  const known = last?.role === 'assistant' ? await doneBy(agent, thread.id, last.parts) : {}
  const turn = { ...then.turn, id: server.newId() }
  const accepted = await store.threads.begin(
    { name: server.newId(), owner, model, title: plainTitle(given.title ?? thread.title), summaries: thread.summaries },
    [{ key: `turn ${turn.id}`, body: { type: 'fork', turn, messages, known, notes: then.notes } }],
  )
  if (accepted) listenTo(agent, accepted)
  const made = accepted && (await store.threads.read(accepted.thread.id))
  return made ? await toThreadDocument(agent, made) : undefined
}

/** Results of calls that this server ran without asking anybody. */
async function doneBy({ server, store }: Agent, threadId: string, parts: readonly SpokenPart[]) {
  const now = await readThread(store.saver, threadId)
  const results = resultsOf(now?.messages ?? [])
  return Object.fromEntries(
    parts.flatMap((part) => {
      const tool = part.type === 'tool-call' ? server.tools.byName.get(part.name) : undefined
      if (part.type !== 'tool-call' || !tool || tool.needsApproval(part.input) !== undefined) return []
      const result = results.find(({ callId }) => callId === part.id)
      return result ? [[part.id, result]] : []
    }),
  )
}
