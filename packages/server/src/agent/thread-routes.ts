import type { Context } from 'hono'
import { checked } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'
import { type Agent, removeThread } from './agent.ts'
import { cancelThread } from './cancel-thread.ts'
import { forkThread } from './fork-thread.ts'
import { resumeThread } from './resume-thread.ts'
import type { ThreadRecord } from './store/thread-record.ts'
import { streamThread } from './stream-thread.ts'
import { attach, noThread } from './tell-thread.ts'
import { forkBody, listQuery, resumeBody, THREAD_ID } from './thread-bodies.ts'
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
  async 'POST resume'(agent, context, thread) {
    const { answers } = checked(resumeBody, await readBody(context.req.raw, agent.server.limits))
    return await streamThread(agent.server, context, async () => ({
      thread,
      listen: await resumeThread(agent, thread, answers),
    }))
  },
  async 'POST cancel'(agent, _, thread) {
    await cancelThread(agent, thread)
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
