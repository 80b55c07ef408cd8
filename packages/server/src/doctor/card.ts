import { z } from 'zod'
import { refusal } from '../http-fault.ts'
import { CASE_IDS } from './cases.ts'
import { say } from './words.ts'

/** A card that the doctor writes is far smaller. */
export const MOST_CARD = 4_000_000
export const MOST_VALUES = 20_000
/** As long as an answer may be before it is no longer listened to. */
export const MOST_ANSWER = 24_000
export const MOST_CANDIDATES = 8

const VERSION = 1
const KIND = 'parley-doctor-card'

const name = z.string().min(1).max(300)
/** Ids of dialects and of flaws: they are looked up, and never shown as sentences. */
const id = z
  .string()
  .max(120)
  .regex(/^[a-z0-9][a-z0-9._-]*$/)
const count = z.number().int().min(0).max(1_000_000_000)

/** What came from the server, before any reader of ours. The input of a native call is JSON text. */
const rawPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().max(MOST_ANSWER) }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string().max(MOST_ANSWER) }),
  z.strictObject({ type: z.literal('tool-call'), name: z.string().max(300), input: z.string().max(MOST_ANSWER) }),
])

const answer = z.strictObject({
  parts: z.array(rawPart).max(100),
  /** How it ended: in a reason of the vendor's, or in a fault of the world. */
  end: z.enum(['done', 'calls', 'length', 'filtered', 'stopped', 'refused', 'slow', 'unreachable']),
  /** What the vendor said when it refused. Absent: it answered. */
  problem: z.string().max(4000).exactOptional(),
  ms: count,
  inputTokens: count,
  outputTokens: count,
})

const verdict = z.strictObject({ right: z.enum(['right', 'flawed', 'wrong', 'failed']), found: z.array(id).max(40) })

const probe = z.strictObject({
  case: z.enum(CASE_IDS),
  /** What the model was sent, text by text. */
  request: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant', 'tool', 'tools']), text: z.string().max(60_000) }))
    .max(20),
  answer,
  verdict,
})

const candidate = z.strictObject({
  /** The id of a dialect, or `native`. */
  choice: id,
  why: z.enum(['native', 'configured', 'files', 'name', 'taught', 'written']),
  /** How the dialect is spelt, where it is no built-in one. */
  shape: z.unknown().exactOptional(),
  /** `broken`: nothing that it does would help. `failed`: the server did. */
  ended: z.enum(['done', 'broken', 'failed', 'budget']),
  probes: z.array(probe).max(CASE_IDS.length),
})

/** Every field, for whoever checks one and for the description of the API. */
export const cardSchema = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  model: name,
  provider: z.strictObject({ id: name, kind: name }),
  at: z.iso.datetime(),
  /** Whether the answers begin inside of a thought; `null`: nobody knew. */
  startsInReasoning: z.boolean().nullable(),
  ended: z.enum(['done', 'perfect', 'budget', 'slow', 'unreachable']),
  candidates: z.array(candidate).max(MOST_CANDIDATES),
  /** Ways that were not tried any more. */
  left: z.array(id).max(MOST_CANDIDATES),
  recommendation: z
    .strictObject({
      choice: id,
      native: z.boolean(),
      reasoning: z.boolean(),
      startsInReasoning: z.boolean(),
      right: count,
      asked: count,
    })
    .nullable(),
  cost: z.strictObject({ requests: count, inputTokens: count, outputTokens: count, ms: count }),
})

/** The evidence of one examination: what was asked, what came back to the letter, and what was made of it. */
export type Card = z.output<typeof cardSchema>
export type CardCandidate = Card['candidates'][number]
export type CardProbe = CardCandidate['probes'][number]
export type RawAnswer = CardProbe['answer']
export type RawPart = RawAnswer['parts'][number]
export type Verdict = CardProbe['verdict']

export const newCard = (card: Omit<Card, 'kind' | 'version'>): Card => ({ kind: KIND, version: VERSION, ...card })

/** The text of a card, as it is kept and shared. */
export const cardText = (card: Card): string => `${JSON.stringify(card, null, 1)}\n`

export function parseCard(text: string): Card {
  if (text.length > MOST_CARD) throw refusal('request/too-large', say('doctor.card-large'))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('request/invalid', say('doctor.card-json'))
  }
  return readCard(value)
}

/** A card that somebody handed in. Throws a fault whose sentence says what is wrong with it. */
export function readCard(value: unknown): Card {
  const head = z.object({ kind: z.literal(KIND), version: z.number() }).safeParse(value)
  if (!head.success) throw refusal('request/invalid', say('doctor.card-other'))
  if (head.data.version !== VERSION)
    throw refusal('request/invalid', say('doctor.card-version', { version: head.data.version, known: VERSION }))
  const card = cardSchema.safeParse(value)
  if (card.success) return card.data
  const [issue] = card.error.issues
  const field = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
    .map(String)
    .join('.')
  throw refusal('request/invalid', say('doctor.card-wrong', { field: field.slice(0, 120) || 'card' }))
}
