import { isJsonObject, type JsonObject } from '@parley/dialects'
import { z } from 'zod'

const object = z.custom<JsonObject>((value) => isJsonObject(value), 'must be an object')
/** Ids are kept as keys, and shown. */
const callId = z.string().min(1).max(300)

export const callBody = z.strictObject({ callId, name: z.string(), input: object, fingerprint: z.string() })
export const answerBody = z.strictObject({
  /** Which of its questions, as the event says. */
  asks: z.number().int().min(0),
  action: z.enum(['accept', 'decline', 'cancel']),
  content: object.exactOptional(),
})
export const resourceBody = z.strictObject({ server: z.string(), uri: z.string().max(4000) })
export const promptBody = z.strictObject({
  server: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.string()).default({}),
})
/** `agreed`: the hash of the command lines that the person saw. Absent: they are only asked for. */
export const importBody = z.strictObject({ text: z.string().max(200_000), agreed: z.string().exactOptional() })
export const inputBody = z.strictObject({ id: z.string().min(1).max(200), value: z.string().max(10_000) })
