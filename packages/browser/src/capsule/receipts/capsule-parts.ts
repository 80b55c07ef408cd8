import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { sha256 } from '../../ledger/ledger.ts'

/** One thing that a capsule holds: a message, a call, a file, … */
interface Part {
  /** `nodes m1`, `files /a.txt`, `thread`: where it stands and what it is called there. */
  readonly name: string
  readonly value: JsonValue
}

/** A part as it was when the capsule was written. */
export interface SealedPart {
  readonly name: string
  readonly hash: string
  /** Of what may be taken out: without it nobody can try out what was in it. */
  readonly salt?: string
}

/** Lists whose items have names of their own. Everything else at the top of a capsule is one part. */
const NAMED_BY: Readonly<Record<string, string>> = { nodes: 'id', calls: 'key', exchanges: 'id', files: 'path' }
const MAY_LEAVE = /^(?:files|exchanges) /

const mayLeave = (name: string): boolean => MAY_LEAVE.test(name)

/** Everything in a capsule beside its receipts, in the order in which it stands there. */
export function partsOf({ receipts: _receipts, ...document }: JsonObject): readonly Part[] {
  return Object.entries(document).flatMap(([place, value]): readonly Part[] => {
    const field = NAMED_BY[place]
    if (field === undefined || !Array.isArray(value)) return [{ name: place, value }]
    return value.map((item: JsonValue) => ({ name: `${place} ${isJsonObject(item) ? String(item[field]) : ''}`, value: item }))
  })
}

export async function sealPart({ name, value }: Part): Promise<SealedPart> {
  if (!mayLeave(name)) return { name, hash: await hashOf(value) }
  const salt = bytesToHex(randomBytes(16))
  return { name, hash: await hashOf(value, salt), salt }
}

const hashOf = (value: JsonValue, salt = ''): Promise<string> => sha256(`${salt} ${JSON.stringify(value)}`)

export interface ComparedParts {
  /** The first that is not as it was. Absent: all that are there are. */
  readonly wrong?: { readonly name: string; readonly how: 'changed' | 'missing' | 'added' | 'moved' }
  /** Files and exchanges that were taken out since. */
  readonly takenOut: readonly string[]
}

/** What a capsule holds, beside what it held when it was written. */
export async function compareParts(document: JsonObject, sealed: readonly SealedPart[]): Promise<ComparedParts> {
  const parts = partsOf(document)
  const names = new Set(parts.map(({ name }) => name))
  const expected = sealed.filter(({ name }) => names.has(name))
  const takenOut = sealed.map(({ name }) => name).filter((name) => !names.has(name) && mayLeave(name))
  const missing = sealed.find(({ name }) => !names.has(name) && !mayLeave(name))
  const known = new Set(sealed.map(({ name }) => name))
  for (const [at, part] of parts.entries()) {
    const { name } = part
    const then = expected[at]
    if (!known.has(name)) return { wrong: { name, how: 'added' }, takenOut }
    if (then?.name !== name) return { wrong: { name, how: 'moved' }, takenOut }
    if ((await hashOf(part.value, then.salt)) !== then.hash) return { wrong: { name, how: 'changed' }, takenOut }
  }
  return { ...(missing && { wrong: { name: missing.name, how: 'missing' as const } }), takenOut }
}
