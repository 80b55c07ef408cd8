import { isJsonObject, type JsonObject, type JsonValue, nestsTooDeep, ownValue, type Said } from '@parley/dialects'
import type { CallRecord } from '../../ledger/call-record.ts'
import { fingerprintOfKey, isSigned, type PublicKey } from '../../ledger/receipts/signature.ts'
import { say } from '../../words/receipts.ts'
import { parseCapsule } from '../capsule-schema.ts'
import { compareParts } from './capsule-parts.ts'
import { openingsSchema, receiptsSchema } from './receipts-schema.ts'
import { type CapsuleReceipts, statementOf } from './seal-capsule.ts'
import { brokenServer } from './server-receipts.ts'
import { brokenStep, callWords, contradiction, type NameOf, newestOf, unallowedStart } from './verify-chain.ts'

export type Verified =
  | IntactCapsule
  /** `broken`: something is not as it was. `none`: it has no receipts. `unchecked`: not to be found out here. */
  | { readonly kind: 'broken' | 'none' | 'unchecked'; readonly said: Said }

type SignedBy = PublicKey & { readonly fingerprint: string }

export interface IntactCapsule {
  readonly kind: 'intact'
  readonly said: Said
  /** What is not proven all the same: what was taken out, and what is older than receipts. */
  readonly notes: readonly Said[]
  /** Whose word it is. That this is the key of somebody you know is yours to find out. */
  readonly signedBy: SignedBy
  /** The same of the server that the thread lives on. Absent: it lived here. */
  readonly server?: { readonly steps: number; readonly signedBy: SignedBy }
  readonly exportedAt: number
  readonly steps: number
  readonly calls: number
}

const broken = (said: Said): Verified => ({ kind: 'broken', said })

/** Whether a capsule is as it was exported, and its calls as they happened. Never throws. */
export async function verifyCapsule(source: string | Uint8Array): Promise<Verified> {
  const text = typeof source === 'string' ? source : decoded(source)
  if (text === undefined) return broken(say('verify.no-text'))
  const document = nestsTooDeep(text) ? undefined : parsed(text)
  if (document === undefined) return broken(say('verify.no-json'))
  if (!isJsonObject(document) || document['format'] !== 'parley-capsule') return broken(say('verify.no-capsule'))
  if (!Object.hasOwn(document, 'receipts')) return withoutReceipts(text, document)
  const at = firstDifference(text, JSON.stringify(document))
  if (at !== undefined) return broken(say('verify.rewritten', { at: at + 1 }))
  const read = receiptsSchema.safeParse(document['receipts'])
  if (!read.success) return broken(say('verify.receipts', { where: `receipts.${read.error.issues[0]?.path.join('.') ?? ''}` }))
  return await verifyParts(text, document, document['receipts'] as unknown as CapsuleReceipts)
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Our own writing is the only one: `A` for `a` in an escape would be the same value, and another byte. */
function firstDifference(text: string, written: string): number | undefined {
  if (text === written) return undefined
  let at = 0
  while (text[at] === written[at]) at++
  return at
}

const OLD_FIELDS = 'format version exportedAt thread nodes calls tools grants exchanges files'.split(' ')

async function signerOf({ algorithm, key }: PublicKey): Promise<SignedBy> {
  return { algorithm, key, fingerprint: await fingerprintOfKey({ algorithm, key }) }
}

/** Older capsules have none. One whose calls tell of receipts had some. */
function withoutReceipts(text: string, document: JsonObject): Verified {
  const had = listIn(document, 'calls').some((call) => isJsonObject(call) && Object.hasOwn(call, 'commitments'))
  const isOld = Object.keys(document).every((field) => OLD_FIELDS.includes(field))
  if (had || !isOld) return broken(say('verify.stripped'))
  const read = parseCapsule(text)
  return read.kind === 'valid' ? { kind: 'none', said: say('verify.none') } : broken(say('verify.no-capsule'))
}

function listIn(document: JsonObject, field: string): readonly JsonValue[] {
  const list = document[field]
  return Array.isArray(list) ? list : []
}

const WHAT = {
  nodes: (id: string) => say('verify.what-message', { id }),
  exchanges: (id: string) => say('verify.what-exchange', { id }),
  files: (path: string) => say('verify.what-file', { path }),
}

/** A part by what a person would call it. */
function partWords(name: string, nameOf: NameOf): Said {
  const [place = '', ...rest] = name.split(' ')
  const id = rest.join(' ')
  if (place === 'calls') return callWords(nameOf(id), id)
  return place === 'nodes' || place === 'exchanges' || place === 'files' ? WHAT[place](id) : say('verify.what-else', { name })
}

async function verifyParts(text: string, document: JsonObject, receipts: CapsuleReceipts): Promise<Verified> {
  // As written, with every field: what the schema reads has fewer. Until it has read them they may be anything.
  const calls = listIn(document, 'calls') as unknown as readonly CallRecord[]
  const names = new Map<string, unknown>(calls.map((record) => [record?.key, record?.call?.name]))
  const nameOf = (key: string) => String(names.get(key) || '?')
  const { wrong, takenOut } = await compareParts(document, receipts.parts)
  if (wrong) return broken(say(`verify.${wrong.how}`, { what: partWords(wrong.name, nameOf) }))
  if (parseCapsule(text).kind === 'invalid') return broken(say('verify.no-capsule'))
  const threadId = isJsonObject(document['thread']) ? String(document['thread']['id']) : ''
  const wrongStep =
    brokenStep(threadId, receipts.chain, (facts) => describe(facts, nameOf)) ?? unallowedStart(receipts.chain, nameOf)
  if (wrongStep) return broken(wrongStep)
  const known = verifyCalls(calls, receipts, nameOf)
  if ('wrong' in known) return broken(known.wrong)
  const wrongThere = receipts.server && (await brokenServer(document, receipts.server, calls))
  if (wrongThere) return broken(wrongThere)
  const signed = await isSigned(await statementOf(threadId, receipts), receipts.seal)
  if (signed === undefined) return { kind: 'unchecked', said: say('verify.unchecked', { algorithm: receipts.seal.algorithm }) }
  if (!signed) return broken(say('verify.signature'))
  const server = receipts.server && { steps: receipts.server.chain.length, signedBy: await signerOf(receipts.server.seal) }
  const [steps, withheld] = [receipts.chain.length, [...known.closed, ...takenOut.map((name) => partWords(name, nameOf))]]
  return {
    kind: 'intact',
    said: say('verify.intact', { calls: calls.length - known.older, steps }),
    notes: notesOf(withheld, known.older),
    signedBy: await signerOf(receipts.seal),
    ...(server && { server }),
    exportedAt: Number(document['exportedAt']),
    steps,
    calls: calls.length,
  }
}

function describe(facts: JsonObject, nameOf: NameOf): Said {
  const key = String(ownValue(facts, 'key'))
  return callWords(nameOf(key), key)
}

const MOST_NOTES = 10

function notesOf(withheld: readonly Said[], older: number): readonly Said[] {
  const shown = withheld.slice(0, MOST_NOTES).map((what) => say('verify.withheld', { what }))
  const left = withheld.length - shown.length
  return [
    ...shown,
    ...(left > 0 ? [say('verify.more', { count: left })] : []),
    ...(older > 0 ? [say('verify.older', { count: older })] : []),
  ]
}

interface KnownCalls {
  /** Calls of which something was taken out. */
  readonly closed: readonly Said[]
  /** How many have no receipts. */
  readonly older: number
}

type Calls = readonly CallRecord[]

function verifyCalls(calls: Calls, { chain }: CapsuleReceipts, nameOf: NameOf): KnownCalls | { readonly wrong: Said } {
  const newest = newestOf(chain)
  const closed: Said[] = []
  let older = 0
  for (const record of calls) {
    const receipt = newest.get(record.key)
    const what = callWords(nameOf(record.key), record.key)
    newest.delete(record.key)
    if (!receipt && record.commitments === undefined) {
      older += 1
      continue
    }
    if (!receipt || !openingsSchema.safeParse(record.commitments).success)
      return { wrong: say('verify.call', { what, field: 'commitments' }) }
    const wrong = contradiction(record, receipt, what)
    if (wrong) return { wrong }
    if (Object.values(record.commitments ?? {}).some(({ salt }) => salt === undefined)) closed.push(what)
  }
  const [left] = newest.keys()
  return left === undefined ? { closed, older } : { wrong: say('verify.missing', { what: callWords('?', left) }) }
}
