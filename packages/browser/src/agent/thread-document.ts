import type { Fault, JsonObject, Message, Summary, Usage } from '@parley/dialects'
import { faultSchema, messageSchema, usageSchema } from '@parley/dialects/schema'
import { z } from 'zod'
import type { Checkpoint, NotOffered, ServerStatus } from '../conversation/state/server-side.ts'

/** A call that a thread on the server waits for. */
export interface PendingCall {
  readonly callId: string
  readonly name: string
  readonly input: JsonObject
  /** `page`: the page runs it and sends its result. `approval`: the server runs it once the user says so. `input`: it asks something back. */
  readonly kind: 'page' | 'approval' | 'input'
  /** Why the user is asked. Absent for calls of the page, whose own policy decides. */
  readonly reason?: string
  /** The server is asked right before the page runs it: who made the call may have gone. */
  readonly mustClaim?: true
  /** Of a tool that the page may know as well: the definition that runs. */
  readonly fingerprint?: string
  /** What somebody else's server says of its tool. */
  readonly says?: { readonly by: string; readonly text: string }
  /** It runs a program, which may call the server's own tools. */
  readonly mayCall?: true
  /** Of `input`: what is asked, and which of the call's questions it is. */
  readonly question?: JsonObject
  readonly asks?: number
}

/** A thread as the server lists it. */
export interface ServerThread {
  readonly id: string
  readonly title: string
  readonly status: ServerStatus
  readonly pending: readonly PendingCall[]
  readonly updatedAt: number
  readonly createdAt: number
  readonly model: string
  /** Why it failed. */
  readonly fault?: Fault
}

export interface ThreadDocument extends ServerThread {
  readonly messages: readonly Message[]
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[]
  readonly notOffered?: readonly NotOffered[]
  /** Who wrote which answer, and what it took. Absent: the server does not say. */
  readonly notes?: readonly { readonly id: string; readonly model: string; readonly usage?: Usage }[]
  /** Absent: the model is told everything. */
  readonly summaries?: readonly Summary[]
}

const text = z.string()
const pending = z.object({
  callId: text,
  name: text,
  input: z.record(text, z.json()),
  kind: z.enum(['page', 'approval', 'input']),
  reason: text.exactOptional(),
  mustClaim: z.literal(true).exactOptional(),
  fingerprint: text.exactOptional(),
  says: z.object({ by: text, text }).exactOptional(),
  mayCall: z.literal(true).exactOptional(),
  question: z.record(text, z.json()).exactOptional(),
  asks: z.number().exactOptional(),
})
const thread = z.object({
  id: text,
  title: text,
  status: z.enum(['idle', 'running', 'waiting', 'failed']),
  pending: z.array(pending),
  updatedAt: z.number(),
  createdAt: z.number(),
  model: text,
  fault: faultSchema.exactOptional(),
})
const document = thread.extend({
  messages: z.array(messageSchema),
  checkpoints: z.array(z.object({ id: text, at: z.number(), messages: z.number() })),
  notOffered: z.array(z.object({ name: text, why: z.looseObject({ message: text }) })).exactOptional(),
  notes: z.array(z.object({ id: text, model: text, usage: usageSchema.exactOptional() })).exactOptional(),
  summaries: z.array(z.object({ upTo: text, text, model: text, createdAt: z.number() })).exactOptional(),
})
const list = z.object({ threads: z.array(thread) })

// The schemas mirror the interfaces field by field; only a fault's code is checked by form and not by list.
export const parseDocument = (value: unknown): ThreadDocument | undefined =>
  document.safeParse(value).data as ThreadDocument | undefined
export const parseThreads = (value: unknown): readonly ServerThread[] | undefined =>
  list.safeParse(value).data?.threads as readonly ServerThread[] | undefined
