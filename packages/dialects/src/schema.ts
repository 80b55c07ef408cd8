import { z } from 'zod'
import { isJsonObject, type JsonObject, type JsonValue } from './canonical/json.ts'
import type { Message, Settings, ToolSpec } from './canonical/message.ts'
import type { BrokenCall, FilePart, ToolCall, ToolResult } from './canonical/part.ts'
import { isValues, isWording, type Sentence, type Values, type Wording } from './canonical/sentence.ts'
import type { EndReason, Usage } from './canonical/stream-event.ts'

/** Our words as schemas, for whatever comes in from outside. Fields nobody knows are left out. */

const text = z.string()

/** For values out of `JSON.parse`: there an object is a JSON object and anything is a JSON value. */
export const jsonObjectSchema = z.custom<JsonObject>(isJsonObject, 'must be an object')
export const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined)

export const wordingSchema = z.custom<Wording>((value) => isWording(value), 'must name our words')
const values = z.custom<Values>((value) => isValues(value), 'must be values of our words')

const textPart = z.object({ type: z.literal('text'), text })
const filePart = z.object({
  type: z.literal('file'),
  mediaType: text,
  data: text,
  name: text.exactOptional(),
}) satisfies z.ZodType<FilePart>
const reasoning = z.object({ type: z.literal('reasoning'), text, signature: text.exactOptional() })
export const callSchema = z.object({
  type: z.literal('tool-call'),
  id: text,
  name: text,
  input: jsonObjectSchema,
  inputText: text.exactOptional(),
  source: text.exactOptional(),
  dialect: text.exactOptional(),
  flaws: z.array(z.object({ id: text, message: text, values: values.exactOptional() })).exactOptional(),
  signature: text.exactOptional(),
}) satisfies z.ZodType<ToolCall>
export const brokenCallSchema = z.object({
  type: z.literal('broken-call'),
  id: text,
  name: text.exactOptional(),
  source: text,
  dialect: text.exactOptional(),
  problem: text,
  words: wordingSchema.exactOptional(),
  at: z.number().exactOptional(),
  offer: callSchema.exactOptional(),
}) satisfies z.ZodType<BrokenCall>
export const spokenPartSchema = z.discriminatedUnion('type', [textPart, reasoning, callSchema, brokenCallSchema])

const content = z.array(z.discriminatedUnion('type', [textPart, filePart]))
export const resultSchema = z.object({
  type: z.literal('tool-result'),
  callId: text,
  name: text,
  outcome: z.enum(['ok', 'error', 'denied', 'cancelled']),
  content,
  data: jsonValueSchema.exactOptional(),
  display: jsonValueSchema.exactOptional(),
}) satisfies z.ZodType<ToolResult>

/** A message that a page shows: any but the system's. */
export const shownMessageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), id: text, parts: content }),
  z.object({ role: z.literal('assistant'), id: text, parts: z.array(spokenPartSchema) }),
  z.object({ role: z.literal('tool'), id: text, parts: z.array(resultSchema) }),
])
export const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), id: text, parts: z.array(textPart) }),
  ...shownMessageSchema.options,
]) satisfies z.ZodType<Message>

export const sentenceSchema = z.object({
  message: text,
  words: wordingSchema.exactOptional(),
  in: z.record(text, text).exactOptional(),
}) satisfies z.ZodType<Sentence>

export const toolSpecSchema = z.object({
  name: text.min(1),
  description: text,
  parameters: jsonObjectSchema,
}) satisfies z.ZodType<ToolSpec>

export const settingsSchema = z.object({
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  maxTokens: z.number().int().positive().exactOptional(),
  stop: z.array(text).exactOptional(),
  seed: z.number().exactOptional(),
}) satisfies z.ZodType<Settings>

export const endReasonSchema = z.enum(['done', 'calls', 'length', 'filtered', 'stopped']) satisfies z.ZodType<EndReason>

export const usageSchema = z.object({
  inputTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  cachedInputTokens: z.number().exactOptional(),
  estimated: z.literal(true).exactOptional(),
}) satisfies z.ZodType<Usage>

/** The code is checked by its form and not by the list: another version may know more of them. */
export const faultSchema = z.object({
  code: text.regex(/^[a-z]+\/[a-z-]+$/),
  message: text,
  words: wordingSchema.exactOptional(),
  retryable: z.boolean(),
  retryAfter: z.number().exactOptional(),
  details: jsonObjectSchema.exactOptional(),
  requestId: text.exactOptional(),
})
