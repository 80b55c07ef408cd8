import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { JsonObject } from '@parley/dialects'
import type { CallRecord } from '../call-record.ts'

/**
 * One step of one call, as the chain of its thread keeps it: what is known of it in plain words, and commitments to what was asked, said
 * and done. Contents are not in it, so that taking one out of a conversation leaves the chain whole.
 */
export interface Receipt {
  readonly threadId: string
  /** Its place in the chain of the thread, from 0 and without a gap. */
  readonly index: number
  /** The hash of the receipt before it. Empty for the first. */
  readonly previous: string
  /** Milliseconds since the epoch, by the clock of whoever made the step. */
  readonly at: number
  /** The record's plain fields, what the policy said and what was decided: `phase`, `rule`, `decision`, `by`, … */
  readonly facts: JsonObject
  /** A commitment for each group of contents that there is. */
  readonly commits: { readonly [Group in ContentGroup]?: string }
  /** SHA-256 of everything above. */
  readonly hash: string
}

/** `asked`: what the model wrote. `said`: what a person or a rule decided and answered. `done`: what came of it. */
export type ContentGroup = 'asked' | 'said' | 'done'

/** What opens the commitments of a record's newest receipt. It leaves with the content: what is left then cannot be guessed. */
export type Openings = { readonly [Group in ContentGroup]?: Opening }

interface Opening {
  /** Absent: the content was taken out, or changed where a secret was removed. */
  readonly salt?: string
  readonly hash: string
}

const GROUPS = ['asked', 'said', 'done'] as const satisfies readonly ContentGroup[]
const GROUP_OF: Readonly<Record<string, ContentGroup>> = {
  call: 'asked',
  broken: 'asked',
  hash: 'asked',
  decision: 'said',
  questions: 'said',
}
/** Which tab has it, how it is shown to a person, and what the policy offered besides: no part of what happened. */
const LEFT_OUT: ReadonlySet<string> = new Set(['verdict', 'sentence', 'owner', 'chosenIn', 'commitments'])

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Every field that is no content is a fact, also one that this file has never heard of. */
export function factsOf(record: CallRecord): JsonObject {
  const plain = Object.entries(record).filter(
    ([field, value]) => !LEFT_OUT.has(field) && GROUP_OF[field] === undefined && isPlain(value),
  )
  const { verdict, decision } = record
  return {
    ...Object.fromEntries(plain),
    ...(verdict && { verdict: verdict.kind, rule: verdict.rule, author: verdict.author }),
    ...(verdict?.grantId !== undefined && { grantId: verdict.grantId }),
    ...(decision && { decision: decision.kind, by: decision.by }),
  }
}

/** The contents of a group, in the order of their names. Undefined: there is none. */
function contentOf(record: CallRecord, group: ContentGroup): readonly (readonly [string, unknown])[] | undefined {
  const fields = Object.entries(record)
    .filter(([field, value]) => !LEFT_OUT.has(field) && groupOf(field, value) === group)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return fields.length === 0 ? undefined : fields
}

function groupOf(field: string, value: unknown): ContentGroup | undefined {
  if (value === undefined) return undefined
  return GROUP_OF[field] ?? (isPlain(value) ? undefined : 'done')
}

/** Commitments to what the record holds now. What has not changed since `before` keeps the one it had. */
export function openingsOf(record: CallRecord, before: CallRecord | undefined): Openings {
  return Object.fromEntries(
    GROUPS.flatMap((group) => {
      const content = contentOf(record, group)
      if (!content) return []
      const known = before?.commitments?.[group]
      if (known && before && isSame(content, contentOf(before, group))) return [[group, known]]
      const salt = bytesToHex(randomBytes(16))
      return [[group, { salt, hash: commit(salt, content) }]]
    }),
  )
}

/** Steps copy what they leave alone, so the values are the very same. */
function isSame(
  now: readonly (readonly [string, unknown])[],
  then: readonly (readonly [string, unknown])[] | undefined,
): boolean {
  return now.length === then?.length && now.every(([field, value], at) => then[at]?.[0] === field && then[at][1] === value)
}

/** The groups whose contents are not what was committed to. Closed ones say nothing. */
export function unopenedIn(record: CallRecord): readonly ContentGroup[] {
  return GROUPS.filter((group) => {
    const opening = record.commitments?.[group]
    const content = contentOf(record, group)
    if (!opening) return content !== undefined
    return opening.salt !== undefined && (!content || commit(opening.salt, content) !== opening.hash)
  })
}

const commit = (salt: string, content: unknown): string => digest(`${salt} ${JSON.stringify(content)}`)

export function hashOfReceipt({ hash: _hash, ...receipt }: Omit<Receipt, 'hash'> & { readonly hash?: string }): string {
  return digest(JSON.stringify(receipt))
}

/** At once: a transaction of the database waits for no promise. */
const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
