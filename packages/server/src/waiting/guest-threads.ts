import { editedResult, isJsonObject, type JsonObject, type JsonValue, type Message, wordsResult } from '@parley/dialects'
import type { Context } from 'hono'
import { z } from 'zod'
import type { PendingCall } from '../chat/chat-event.ts'
import { checked } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'
import { GUEST } from './guest-names.ts'
import { isOpen, type WaitingCall } from './waiting-call.ts'
import type { WaitingRoom } from './waiting-room.ts'

const object = z.custom<JsonObject>(isJsonObject, 'must be an object')
const json = z.custom<JsonValue>((value) => value !== undefined)
const callId = z.string().min(1)

/** As threads of the agent take them: a page answers both alike. */
const answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('approve'), callId, input: object.exactOptional() }),
  z.object({ type: z.literal('reject'), callId, reason: z.string().max(4000).exactOptional() }),
  z.object({
    type: z.literal('result'),
    callId,
    outcome: z.enum(['ok', 'error', 'denied', 'cancelled']).default('ok'),
    content: z.string(),
    data: json.exactOptional(),
    display: json.exactOptional(),
    input: object.exactOptional(),
  }),
])
const resumeBody = z.object({ answers: z.array(answer).default([]) })
const claimBody = z.object({ callId, by: z.string().min(1).max(200) })

export const isGuestThread = (id: string): boolean => id.startsWith(GUEST)

/** One thread for the calls of one client, as the waiting room of a page lists it. */
function toThreads(calls: readonly WaitingCall[]) {
  return [...Map.groupBy(calls, ({ thread }) => thread)].map(([id, its]) => toThread(id, its))
}

/** The list of threads with those of guests in it. */
export async function withGuests(server: ServerContext, context: Context, own: Response): Promise<Response> {
  if (!own.ok) return own
  const { status, before, limit } = context.req.query()
  const owner = server.ownerOf(context.req.raw)
  if (isPage(context)) server.waiting.pageSeen(owner)
  const calls = await server.waiting.list(owner)
  const guests = toThreads(calls).filter(
    (thread) => (status === undefined || thread.status === status) && (before === undefined || thread.updatedAt < Number(before)),
  )
  if (guests.length === 0) return own
  // Written by ourselves, a moment ago.
  const { threads } = (await own.json()) as { readonly threads: readonly { readonly updatedAt: number }[] }
  const all = [...threads, ...guests].toSorted((a, b) => b.updatedAt - a.updatedAt)
  return Response.json({ threads: all.slice(0, Number(limit ?? 50)) })
}

function toThread(id: string, calls: readonly WaitingCall[]) {
  const pending = calls.flatMap((call) => pendingOf(call) ?? [])
  const client = calls[0]?.client ?? id.slice(GUEST.length)
  return {
    id,
    title: client,
    // While the call itself runs there is nothing to be told of it: the page looks again until it has ended.
    status: calls.some(isOpen) ? ('waiting' as const) : ('idle' as const),
    pending,
    model: client,
    createdAt: Math.min(...calls.map(({ askedAt }) => askedAt)),
    updatedAt: Math.max(...calls.map(({ changedAt }) => changedAt)),
  }
}

function pendingOf({ id, name, input, runs, fingerprint, says, stand }: WaitingCall): PendingCall | undefined {
  const shown = { callId: id, name, input, ...(fingerprint !== undefined && { fingerprint }), ...(says && { says }) }
  if (runs === 'page') return stand.kind === 'ended' ? undefined : { ...shown, kind: 'page', mustClaim: true }
  return stand.kind === 'waiting' ? { ...shown, kind: 'approval' } : undefined
}

/** Unknown ones are empty and not missing: a page would take a missing thread for its own, with the calls in it. */
function toDocument(id: string, calls: readonly WaitingCall[]) {
  const nothing = { createdAt: 0, updatedAt: 0 }
  return { ...toThread(id, calls), ...(calls.length === 0 && nothing), messages: calls.flatMap(toMessages), checkpoints: [] }
}

function toMessages({ id, name, input, stand }: WaitingCall): readonly Message[] {
  const said: Message = { role: 'assistant', id, parts: [{ type: 'tool-call', id, name, input }] }
  return stand.kind === 'ended' ? [said, { role: 'tool', id: `${id}-result`, parts: [stand.result] }] : [said]
}

/** Everything under `/api/threads/guest:…`. */
export async function answerGuestThread(room: WaitingRoom, server: ServerContext, context: Context): Promise<Response> {
  const { method, path } = context.req
  const [id = '', action = ''] = path.split('/').slice(3).map(decodeURIComponent)
  const calls = (await room.list(server.ownerOf(context.req.raw))).filter(({ thread }) => thread === id)
  const door = DOORS[`${method} ${action}`]
  if (!door) throw refusal('request/not-found', say('address.thread'))
  return await door({ room, server, context, id, calls })
}

interface Visit {
  readonly room: WaitingRoom
  readonly server: ServerContext
  readonly context: Context
  readonly id: string
  readonly calls: readonly WaitingCall[]
}

const DOORS: Readonly<Record<string, (visit: Visit) => Promise<Response>>> = {
  'GET ': async ({ id, calls }) => Response.json(toDocument(id, calls)),
  'GET stream': async () => new Response(null, { status: 204 }),
  'POST resume': resume,
  async 'POST claim'({ room, server, context, calls }) {
    demandPage(context)
    const { callId: wanted, by } = checked(claimBody, await readBody(context.req.raw, server.limits))
    if (!(await room.claim(find(calls, wanted), by))) throw refusal('request/conflict', say('waiting.not-now'))
    return new Response(null, { status: 204 })
  },
  async 'POST cancel'({ room, server, context, id, calls }) {
    for (const call of calls.filter(isOpen)) await room.cancel(call)
    const now = await room.list(server.ownerOf(context.req.raw))
    return Response.json(
      toDocument(
        id,
        now.filter(({ thread }) => thread === id),
      ),
    )
  },
  async 'DELETE '({ room, calls }) {
    for (const call of calls) await room.forget(call)
    return new Response(null, { status: 204 })
  },
}

const isPage = ({ req }: Context): boolean => req.header('sec-fetch-site') === 'same-origin' || req.header('origin') !== undefined

/** An agent that waits for a yes holds the same token as the page; what it may not do is to say yes by accident. */
function demandPage(context: Context): void {
  if (!isPage(context)) throw refusal('request/forbidden', say('waiting.page-only'))
}

async function resume({ room, server, context, calls }: Visit): Promise<Response> {
  demandPage(context)
  const { answers } = checked(resumeBody, await readBody(context.req.raw, server.limits))
  for (const given of answers) {
    const call = find(calls, given.callId)
    if (!(await answered(room, call, given))) throw refusal('request/conflict', say('waiting.decided'))
  }
  return Response.json({ answered: answers.length })
}

function answered(room: WaitingRoom, call: WaitingCall, given: z.output<typeof answer>): Promise<WaitingCall | undefined> {
  switch (given.type) {
    case 'approve':
      return room.approve(call, given.input)
    case 'reject':
      return room.reject(call, given.reason)
    case 'result': {
      const { outcome, content, data, display, input } = given
      const result = { ...wordsResult(call, outcome, content, data), ...(display !== undefined && { display }) }
      return room.settle(call, input ? editedResult(result, input) : result)
    }
    default:
      return given satisfies never
  }
}

function find(calls: readonly WaitingCall[], wanted: string): WaitingCall {
  const call = calls.find(({ id }) => id === wanted)
  if (!call) throw refusal('request/not-found', say('waiting.no-call'))
  return call
}
