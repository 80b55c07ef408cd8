import type { ChatRequest, Sentence } from '@parley/dialects'
import { messageSchema, settingsSchema, toolSpecSchema } from '@parley/dialects/schema'
import { z } from 'zod'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'

/** What `/api/respond` takes. */
export const respondBody = z.object({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  tools: z.array(toolSpecSchema).exactOptional(),
  toolChoice: z.union([z.enum(['auto', 'none', 'required']), z.object({ name: z.string() })]).exactOptional(),
  parallelCalls: z.boolean().exactOptional(),
  settings: settingsSchema.exactOptional(),
  dialect: z.string().exactOptional(),
  leakNet: z.boolean().exactOptional(),
})

export interface RespondBody {
  readonly request: ChatRequest
  readonly dialect?: string
  /** Whether calls that a native model writes as text are caught. Absent: as the server is set. */
  readonly leakNet?: boolean
}

/** Our own request, checked where it enters. */
export function parseRespondBody(body: unknown): RespondBody {
  const { dialect, leakNet, ...request } = checked(respondBody, body)
  return { request, ...(dialect !== undefined && { dialect }), ...(leakNet !== undefined && { leakNet }) }
}

/** A value of the schema's shape, or the fault that names the first field to correct. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = fieldName(issue?.path ?? [])
  throw refusal('request/invalid', say('request.wrong', { field, why: issue ? issueSentence(issue) : 'unreadable' }), { field })
}

/** What the library says of a field, with our words where a person can bring it about. */
function issueSentence(issue: z.core.$ZodIssue): Sentence {
  const { message } = issue
  if (issue.code === 'too_big') return { message, words: say('issue.too-big', { limit: String(issue.maximum) }).words }
  if (issue.code === 'too_small') return { message, words: say('issue.too-small', { limit: String(issue.minimum) }).words }
  if (issue.code === 'invalid_type') return { message, words: say('issue.type', { expected: issue.expected }).words }
  return { message }
}

function fieldName(path: readonly PropertyKey[]): string {
  const joined = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return joined === '' ? 'body' : joined.replace(/^\./, '')
}
