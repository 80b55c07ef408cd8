import { isJsonObject, type JsonObject, type JsonValue, type ToolResult, wordsResult } from '@parley/dialects'
import { z } from 'zod'
import type { Answer } from './agent-state.ts'

const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object')
const callId = z.string().min(1)
const input = jsonObject.exactOptional()

const answer = z.discriminatedUnion('type', [
  /** The page ran the call. `input`: what it ran with, where the user changed it. */
  z.object({
    type: z.literal('result'),
    callId,
    outcome: z.enum(['ok', 'error', 'denied', 'cancelled']).default('ok'),
    content: z.string(),
    data: z.custom<JsonValue>((value) => value !== undefined).exactOptional(),
    display: z.custom<JsonValue>((value) => value !== undefined).exactOptional(),
    input,
  }),
  /** The server may run the call. `input`: with these arguments instead. */
  z.object({ type: z.literal('approve'), callId, input }),
  z.object({ type: z.literal('reject'), callId, reason: z.string().exactOptional() }),
  /** To what a call asks back. `asks`: which of its questions it answers, as the thread says. */
  z.object({
    type: z.literal('input'),
    callId,
    asks: z.number().int().min(0),
    action: z.enum(['accept', 'decline', 'cancel']),
    content: input,
  }),
])

/** What `/api/threads/:id/resume` takes. Without answers, a thread that failed goes on where it was. */
export const resumeBody = z.object({ answers: z.array(answer).default([]) })

/** What `/api/threads/:id/fork` takes. */
export const forkBody = z.object({
  checkpointId: z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a checkpoint'),
  title: z.string().exactOptional(),
})

/**
 * What `/api/threads/:id/call` takes: a call that a program makes, while the page's call that runs it waits. `id`: which run of the program, and
 * which of its calls, so that asked for again it is the same.
 */
export const callBody = z.object({
  callId,
  id: z.string().regex(/^\d{1,6}\.\d{1,3}(?:\.\d{1,6})?$/, 'must be numbers with dots between them, such as 1.0'),
  name: z.string().min(1),
  input: jsonObject,
  /** What the user made of the arguments. */
  edited: input,
  /** The server's reason to ask, as it was shown to who decided. */
  shown: z.string().exactOptional(),
  by: z.enum(['person', 'rule']).default('rule'),
})

/** What `/api/threads/:id/judge` takes: whether the user must be asked about such a call. */
export const judgeBody = callBody.pick({ name: true, input: true })

export type GivenCall = z.output<typeof callBody>

/** What `POST /api/threads/:id/summary` takes. `model`: who writes it. Absent: who answers in the thread. */
export const summaryBody = z.object({ model: z.string().min(1).exactOptional() })

/** What `/api/threads` can be asked for. */
export const listQuery = z.object({
  status: z.enum(['idle', 'running', 'waiting', 'failed']).exactOptional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).exactOptional(),
})

/** What the id of a thread may be. */
export const THREAD_ID = /^[\w.:-]{1,128}$/

export type GivenAnswer = z.output<typeof answer>

/** As the graph takes it. */
export function toAnswer(given: GivenAnswer, name: string): Answer {
  switch (given.type) {
    case 'approve':
      return { kind: 'approve', ...(given.input && { input: given.input }) }
    case 'reject':
      return { kind: 'reject', ...(given.reason !== undefined && { reason: given.reason }) }
    case 'result':
      return { kind: 'result', result: toResult(given, name), ...(given.input && { input: given.input }) }
    case 'input': {
      const { asks, action, content } = given
      return { kind: 'input', asks, response: { action, ...(action === 'accept' && { content: content ?? {} }) } }
    }
    default:
      return given satisfies never
  }
}

function toResult(given: Extract<GivenAnswer, { type: 'result' }>, name: string): ToolResult {
  const { callId: id, outcome, content, data, display } = given
  return { ...wordsResult({ id, name }, outcome, content, data), ...(display !== undefined && { display }) }
}
