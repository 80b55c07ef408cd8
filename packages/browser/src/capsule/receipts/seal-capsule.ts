import type { JsonObject } from '@parley/dialects'
import type { CallRecord } from '../../ledger/call-record.ts'
import { sha256 } from '../../ledger/ledger.ts'
import { type Openings, type Receipt, unopenedIn } from '../../ledger/receipts/receipt.ts'
import type { Signature, Signer } from '../../ledger/receipts/signature.ts'
import type { Capsule } from '../capsule.ts'
import { partsOf, type SealedPart, sealPart } from './capsule-parts.ts'
import { packServerReceipts, type ServerReceipts } from './server-receipts.ts'

/** What goes with a capsule so that it can be verified. */
export interface CapsuleReceipts {
  readonly version: 1
  readonly chain: readonly Receipt[]
  readonly parts: readonly SealedPart[]
  /** Of the server that the thread lives on. Absent: it lived here. */
  readonly server?: ServerReceipts
  readonly seal: Signature
}

/** What is signed: the end of the chain, and everything the capsule holds. */
export async function statementOf(threadId: string, { chain, parts, server, seal }: Unsigned): Promise<string> {
  const listed = parts.map(({ name, hash }) => [name, hash])
  return JSON.stringify({
    parley: 'receipts 1',
    threadId,
    steps: chain.length,
    head: chain.at(-1)?.hash ?? '',
    parts: await sha256(JSON.stringify(listed)),
    ...(server && { server: await sha256(JSON.stringify(server)) }),
    key: seal.key,
  })
}

type Unsigned = Omit<CapsuleReceipts, 'version' | 'seal'> & { readonly seal: Pick<Signature, 'key'> }

interface Sealing {
  readonly chain: readonly Receipt[]
  /** What the thread's server gave as its receipts. */
  readonly server?: unknown
  readonly signer: Signer
}

/** The text of a capsule with its receipts, signed. */
export async function sealCapsule(capsule: Capsule, { chain, server: sent, signer }: Sealing): Promise<string> {
  // As whoever reads it finds it: writing may change a value, such as `-0`.
  const written = JSON.parse(JSON.stringify({ ...capsule, calls: capsule.calls.map(closed) })) as JsonObject
  const parts = await Promise.all(partsOf(written).map(sealPart))
  const server = await packServerReceipts(sent, capsule.calls)
  const unsigned = { chain, parts, ...(server && { server }), seal: await signer.publicKey() }
  const seal = await signer.sign(await statementOf(capsule.thread.id, unsigned))
  const receipts: CapsuleReceipts = { version: 1, ...unsigned, seal }
  return JSON.stringify({ ...written, receipts })
}

/** A content in which a secret was removed is not what was committed to: what would open it goes, too, and with it every hash to guess it by. */
function closed(record: CallRecord): CallRecord {
  const { commitments } = record
  if (!commitments) return record
  const gone = unopenedIn(JSON.parse(JSON.stringify(record)))
  if (gone.length === 0) return record
  const left: Openings = Object.fromEntries(
    Object.entries(commitments).map(([group, opening]) => [
      group,
      gone.some((each) => each === group) ? { hash: opening.hash } : opening,
    ]),
  )
  return gone.includes('asked') || gone.includes('said')
    ? { ...withoutHashes(record), commitments: left }
    : { ...record, commitments: left }
}

function withoutHashes(record: CallRecord): CallRecord {
  const { decision } = record
  return { ...record, hash: '', ...(decision && decision.kind !== 'reject' && { decision: { ...decision, hash: '' } }) }
}
