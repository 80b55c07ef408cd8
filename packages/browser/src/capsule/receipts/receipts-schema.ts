import { jsonObjectSchema } from '@parley/dialects/schema'
import { z } from 'zod'

/** Receipts are read to the letter: a field that nobody knows is a field that somebody changed. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/)
const receipt = z.strictObject({
  threadId: z.string(),
  index: z.number(),
  previous: z.union([hash, z.literal('')]),
  at: z.number(),
  facts: jsonObjectSchema,
  commits: z.strictObject({ asked: hash.exactOptional(), said: hash.exactOptional(), done: hash.exactOptional() }),
  hash,
})
const opening = z.strictObject({ salt: hex.exactOptional(), hash })

export const openingsSchema = z.strictObject({
  asked: opening.exactOptional(),
  said: opening.exactOptional(),
  done: opening.exactOptional(),
})

const seal = z.strictObject({ algorithm: z.enum(['Ed25519', 'ECDSA-P256']), key: hex, signature: hex })

export const serverReceiptsSchema = z.strictObject({
  threadId: z.string(),
  chain: z.array(receipt),
  salts: z.array(z.strictObject({ asked: hex.exactOptional(), done: hex.exactOptional() })),
  seal,
})

export const receiptsSchema = z.strictObject({
  version: z.literal(1),
  chain: z.array(receipt),
  parts: z.array(z.strictObject({ name: z.string(), hash, salt: hex.exactOptional() })),
  server: serverReceiptsSchema.exactOptional(),
  seal,
})
