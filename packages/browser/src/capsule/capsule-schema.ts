import { nestsTooDeep, problemOf, type Said, type Wording } from '@parley/dialects'
import {
  brokenCallSchema,
  callSchema,
  endReasonSchema,
  faultSchema,
  jsonObjectSchema,
  jsonValueSchema,
  resultSchema,
  sentenceSchema,
  shownMessageSchema,
  toolSpecSchema,
  usageSchema,
  wordingSchema,
} from '@parley/dialects/schema'
import { z } from 'zod'
import { narrowedScope } from '../approval/grants.ts'
import { say } from '../words/threads.ts'
import type { Capsule } from './capsule.ts'

/** A capsule comes from anywhere, so every shape in it is checked where it enters. Fields nobody knows are left out. */
const text = z.string()
const notes = z.object({
  model: text,
  reason: endReasonSchema.exactOptional(),
  usage: usageSchema.exactOptional(),
  fault: faultSchema.exactOptional(),
  cut: z.literal(true).exactOptional(),
})
const node = z.object({
  threadId: text,
  id: text,
  parentId: text.exactOptional(),
  order: z.number(),
  // No thread keeps a system message: one from a stranger would speak to the model where nobody sees it.
  message: shownMessageSchema,
  notes: notes.exactOptional(),
  createdAt: z.number(),
})
const thread = z.object({
  id: text,
  title: text,
  titledBy: z.enum(['message', 'model', 'person']),
  mode: z.enum(['ask', 'auto-read', 'auto', 'plan', 'rehearse']),
  head: text.exactOptional(),
  extraSteps: z.number(),
  settings: jsonObjectSchema.exactOptional(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
const path = { path: text }
const ownWords = z.union([text, z.object({ message: text, in: z.record(z.string(), text).exactOptional() })])
const effect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('remote'), server: z.string(), does: z.enum(['read', 'write', 'destroy']) }),
  z.object({
    kind: z.literal('own'),
    name: text,
    target: text.exactOptional(),
    does: z.enum(['read', 'write', 'destroy']),
    says: ownWords,
    done: ownWords.exactOptional(),
  }),
  z.object({ kind: z.enum(['run-code', 'ask-person', 'unknown']) }),
  z.object({ kind: z.literal('read-files'), ...path }),
  z.object({ kind: z.literal('write-files'), ...path }),
  z.object({ kind: z.literal('delete-files'), ...path }),
  z.object({ kind: z.literal('network'), host: text }),
])
const scope = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('call'), hash: text }),
    z.object({ kind: z.literal('effects'), effects: z.array(effect) }),
    z.object({ kind: z.literal('path'), pattern: text }),
    z.object({ kind: z.literal('tool') }),
  ])
  .transform(narrowedScope)
const offer = z.object({ tool: text, scope, lifetime: z.enum(['program', 'thread', 'always']) })
const note = {
  rule: text,
  author: z.enum(['parley', 'you', 'page', 'server']),
  reason: text,
  grantId: text.exactOptional(),
  yields: z.literal(true).exactOptional(),
  rehearsed: z.literal(true).exactOptional(),
}
const verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allow'), ...note }),
  z.object({ kind: z.literal('deny'), ...note }),
  z.object({ kind: z.literal('ask'), offers: z.array(offer), suggested: offer.exactOptional(), ...note }),
])
const by = z.enum(['person', 'rule'])
const decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allow'), hash: text, by }),
  z.object({ kind: z.literal('edit'), hash: text, input: jsonObjectSchema, by: z.literal('person') }),
  z.object({ kind: z.literal('reject'), reason: text.exactOptional(), resume: z.boolean(), by }),
])
const gateReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('large'), characters: z.number(), limit: z.number() }),
  z.object({ kind: z.literal('sensitive'), what: text, count: z.number(), words: wordingSchema.exactOptional() }),
])
const record = z.object({
  key: text,
  threadId: text,
  messageId: text,
  parent: text.exactOptional(),
  position: z.number(),
  call: callSchema,
  broken: brokenCallSchema.exactOptional(),
  hash: text,
  phase: z.enum(['pending', 'claimed', 'running', 'settled']),
  version: z.number(),
  attempt: z.number(),
  verdict: verdict.exactOptional(),
  decision: decision.exactOptional(),
  sentence: z.union([text, sentenceSchema]).exactOptional(),
  chosenIn: text.exactOptional(),
  owner: text.exactOptional(),
  interrupted: z.literal(true).exactOptional(),
  replay: z.object({ run: z.number(), seed: z.number(), now: z.number(), diverged: z.number().exactOptional() }).exactOptional(),
  onServer: z.number().exactOptional(),
  questions: z.array(
    z.object({ payload: jsonValueSchema, answer: jsonValueSchema.exactOptional(), taken: z.literal(true).exactOptional() }),
  ),
  review: z.object({ result: resultSchema, reasons: z.array(gateReason) }).exactOptional(),
  result: resultSchema.exactOptional(),
  effects: z.array(effect).exactOptional(),
  did: z.array(effect).exactOptional(),
  ending: z
    .enum([
      'succeeded',
      'failed',
      'invalid',
      'blocked',
      'rejected',
      'stopped',
      'timed-out',
      'expired',
      'discarded',
      'resent',
      'as-text',
    ])
    .exactOptional(),
  halts: z.literal(true).exactOptional(),
  sentIn: text.exactOptional(),
  createdAt: z.number(),
  startedAt: z.number().exactOptional(),
  endedAt: z.number().exactOptional(),
})
const grant = z.object({
  id: text,
  tool: text,
  fingerprint: text,
  scope,
  threadId: text.exactOptional(),
  parent: text.exactOptional(),
  createdAt: z.number(),
  lastUsedAt: z.number().exactOptional(),
  uses: z.number(),
  expiresAt: z.number().exactOptional(),
  maxUses: z.number().exactOptional(),
})
const headers = z.record(text, text)
const exchange = z.object({
  id: text,
  threadId: text,
  sentAt: z.number(),
  request: z.object({ url: text, method: z.enum(['GET', 'POST']), headers, body: text }),
  status: z.number().exactOptional(),
  headers: headers.exactOptional(),
  reply: text,
  endedAt: z.number().exactOptional(),
  fault: faultSchema.exactOptional(),
})
const file = z.union([z.object({ path: text, text }), z.object({ path: text, base64: z.base64() })])

const capsule = z.object({
  format: z.literal('parley-capsule'),
  version: z.literal(1),
  exportedAt: z.number(),
  thread,
  nodes: z.array(node),
  calls: z.array(record),
  tools: z.array(toolSpecSchema),
  grants: z.array(grant),
  exchanges: z.array(exchange),
  files: z.array(file),
})

export type ReadCapsule =
  | { readonly kind: 'valid'; readonly capsule: Capsule }
  | { readonly kind: 'invalid'; readonly problem: string; readonly words?: Wording }

const unexpected = (what: string | Said) => problemOf(say('capsule.unexpected', { what }))

/** Reads a capsule. Never throws. */
export function parseCapsule(source: string): ReadCapsule {
  // What nests deeper could not be written again.
  if (nestsTooDeep(source)) return { kind: 'invalid', ...unexpected(say('capsule.document')) }
  let document: unknown
  try {
    // A key that would become a prototype is nobody's data.
    document = JSON.parse(source, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return { kind: 'invalid', ...problemOf(say('capsule.no-json')) }
  }
  const read = capsule.safeParse(document)
  if (!read.success) {
    const [issue] = read.error.issues
    return { kind: 'invalid', ...unexpected(issue?.path.join('.') || say('capsule.document')) }
  }
  // The schema mirrors the interfaces field by field; only a fault's code is checked by form and not by list.
  return { kind: 'valid', capsule: read.data as Capsule }
}
