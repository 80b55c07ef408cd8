import { isJsonObject, type JsonObject, ownValue, type Said } from '@parley/dialects'
import type { z } from 'zod'
import type { CallRecord } from '../../ledger/call-record.ts'
import { canonicalJson, sha256 } from '../../ledger/ledger.ts'
import { isSigned } from '../../ledger/receipts/signature.ts'
import { say } from '../../words/receipts.ts'
import { serverReceiptsSchema } from './receipts-schema.ts'
import { brokenStep, callWords } from './verify-chain.ts'

/** The receipts of a thread that lives on a server, as `GET /api/threads/:id/receipts` gives them: one for each call that has its result. */
export type ServerReceipts = z.infer<typeof serverReceiptsSchema>

/** What a server sent, with nothing that opens a content which this capsule does not hold as it was. Undefined: no receipts of ours. */
export async function packServerReceipts(sent: unknown, calls: readonly CallRecord[]): Promise<ServerReceipts | undefined> {
  if (!serverReceiptsSchema.safeParse(sent).success) return undefined
  // As it came: the order of its fields is part of what is hashed.
  const receipts = sent as ServerReceipts
  const salts = await Promise.all(
    receipts.salts.map(async (_, at) => ((await opens(receipts, at, calls)) ? receipts.salts[at] : {})),
  )
  return { ...receipts, salts: salts.map((each) => ({ ...each })) }
}

/** Whether what the server committed to is what the capsule holds. */
async function opens({ chain, salts, threadId }: ServerReceipts, at: number, calls: readonly CallRecord[]): Promise<boolean> {
  const [receipt, salt] = [chain[at], salts[at]]
  const record = receipt && recordOf(receipt.facts, threadId, calls)
  if (!receipt || !salt || !record?.result) return false
  // Only what it is called differs there.
  const done = JSON.parse(JSON.stringify({ ...record.result, callId: ownValue(receipt.facts, 'callId') }))
  return (await sha256(`${salt.done ?? ''} ${canonicalJson(done)}`)) === receipt.commits.done
}

/** Messages of the server may have another name here: its thread's before their own. */
function recordOf(facts: JsonObject, threadId: string, calls: readonly CallRecord[]): CallRecord | undefined {
  const [messageId, callId] = [String(ownValue(facts, 'messageId')), ownValue(facts, 'callId')]
  const names = [messageId, `${nameIn(threadId)}/${messageId}`]
  return calls.find((record) => names.includes(record.messageId) && idThere(record, calls) === callId)
}

/** Servers name what a program called after the program's own call: `m#2/1.0` of `call_1` is `call_1/1.0`. */
function idThere({ key, call, parent, onServer = 1 }: CallRecord, calls: readonly CallRecord[]): string | undefined {
  if (parent === undefined) return call.id
  const program = calls.find((record) => record.key === parent)
  return program && `${program.call.id}${key.slice(parent.length)}${onServer === 1 ? '' : `.${onServer}`}`
}

/** Servers call a thread by its owner and its name. */
const nameIn = (threadId: string): string => threadId.slice(threadId.lastIndexOf('/') + 1)

const statementOf = ({ threadId, chain }: ServerReceipts): string =>
  JSON.stringify({ parley: 'server receipts 1', threadId, steps: chain.length, head: chain.at(-1)?.hash ?? '' })

/** What is wrong with the receipts of the server; undefined where nothing is. */
export async function brokenServer(
  document: JsonObject,
  receipts: ServerReceipts,
  calls: readonly CallRecord[],
): Promise<Said | undefined> {
  const { chain, salts, seal, threadId } = receipts
  const thread = document['thread']
  if (!isJsonObject(thread) || thread['id'] !== nameIn(threadId) || salts.length !== chain.length)
    return say('verify.receipts', { where: 'receipts.server' })
  const wrong = brokenStep(threadId, chain, serverCall)
  if (wrong) return wrong
  for (const [at, { facts }] of chain.entries())
    if (salts[at]?.done !== undefined && !(await opens(receipts, at, calls)))
      return say('verify.call', { what: serverCall(facts), field: 'done' })
  return (await isSigned(statementOf(receipts), seal)) ? undefined : say('verify.signature')
}

const serverCall = (facts: JsonObject): Said => callWords(String(ownValue(facts, 'name')), String(ownValue(facts, 'callId')))
