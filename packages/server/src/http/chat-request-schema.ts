import { type ChatRequest, isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { z } from 'zod'
import { refusal } from '../http-fault.ts'

/** The body came out of `JSON.parse`, so an object in it is a JSON object and a value a JSON value. */
const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object')
const jsonValue = z.custom<JsonValue>((value) => value !== undefined)

const text = z.object({ type: z.literal('text'), text: z.string() })
const file = z.object({ type: z.literal('file'), mediaType: z.string(), data: z.string(), name: z.string().exactOptional() })
const flaw = z.object({ id: z.string(), message: z.string() })
const call = z.object({
  type: z.literal('tool-call'),
  id: z.string(),
  name: z.string(),
  input: jsonObject,
  inputText: z.string().exactOptional(),
  source: z.string().exactOptional(),
  dialect: z.string().exactOptional(),
  flaws: z.array(flaw).exactOptional(),
  signature: z.string().exactOptional(),
})
const brokenCall = z.object({
  type: z.literal('broken-call'),
  id: z.string(),
  name: z.string().exactOptional(),
  source: z.string(),
  dialect: z.string().exactOptional(),
  problem: z.string(),
  at: z.number().exactOptional(),
  offer: call.exactOptional(),
})
const reasoning = z.object({ type: z.literal('reasoning'), text: z.string(), signature: z.string().exactOptional() })
const result = z.object({
  type: z.literal('tool-result'),
  callId: z.string(),
  name: z.string(),
  outcome: z.enum(['ok', 'error', 'denied', 'cancelled']),
  content: z.array(z.discriminatedUnion('type', [text, file])),
  data: jsonValue.exactOptional(),
  display: jsonValue.exactOptional(),
})

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), id: z.string(), parts: z.array(text) }),
  z.object({ role: z.literal('user'), id: z.string(), parts: z.array(z.discriminatedUnion('type', [text, file])) }),
  z.object({
    role: z.literal('assistant'),
    id: z.string(),
    parts: z.array(z.discriminatedUnion('type', [text, reasoning, call, brokenCall])),
  }),
  z.object({ role: z.literal('tool'), id: z.string(), parts: z.array(result) }),
])

const settings = z.object({
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  maxTokens: z.number().int().positive().exactOptional(),
  stop: z.array(z.string()).exactOptional(),
  seed: z.number().exactOptional(),
})

/** What `/api/respond` takes. */
export const respondBody = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(z.object({ name: z.string().min(1), description: z.string(), parameters: jsonObject })).exactOptional(),
  toolChoice: z.union([z.enum(['auto', 'none', 'required']), z.object({ name: z.string() })]).exactOptional(),
  parallelCalls: z.boolean().exactOptional(),
  settings: settings.exactOptional(),
  dialect: z.string().exactOptional(),
})

export interface RespondBody {
  readonly request: ChatRequest
  readonly dialect?: string
}

/** Our own request, checked where it enters. */
export function parseRespondBody(body: unknown): RespondBody {
  const { dialect, ...request } = checked(respondBody, body)
  return { request, ...(dialect !== undefined && { dialect }) }
}

/** A value of the schema's shape, or the fault that names the first field to correct. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = fieldName(issue?.path ?? [])
  throw refusal(
    'request/invalid',
    `The field \`${field}\` is wrong: ${issue?.message ?? 'unreadable'}. Correct it and send the request again.`,
    { field },
  )
}

function fieldName(path: readonly PropertyKey[]): string {
  const joined = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return joined === '' ? 'body' : joined.replace(/^\./, '')
}
