import { brokenWords, type JsonObject, type ToolCall, wordsResult } from '@parley/dialects'
import type { Mode } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne, hashCall } from '../ledger/ledger.ts'
import { decide, mendBroken, settleUnrun } from '../ledger/transitions.ts'
import { say } from '../words/threads.ts'
import { OK, problemWith, refuse } from './call-choices.ts'
import type { Done } from './conversation-contract.ts'
import type { ConversationKit } from './conversation-options.ts'

const NOT_BROKEN = say('call.taken-care-of')

/** Tells the model what was wrong with its call, and shows it how it is done. */
export async function resendBroken(kit: ConversationKit, key: string): Promise<Done> {
  const broken = (await kit.storage.ledger.read(key))?.broken
  if (!broken) return refuse(NOT_BROKEN)
  const example = await kit.example?.(broken)
  const call = { id: broken.id, name: broken.name ?? '' }
  const result = wordsResult(call, 'error', brokenWords(broken.problem, example))
  return settleBroken(kit, key, (record) => settleUnrun(record, { result, ending: 'resent', now: kit.now() }))
}

export async function brokenAsText(kit: ConversationKit, key: string): Promise<Done> {
  return settleBroken(kit, key, (record) => {
    const result = wordsResult(record.call, 'cancelled', '')
    return settleUnrun(record, { result, ending: 'as-text', now: kit.now() })
  })
}

async function settleBroken(
  kit: ConversationKit,
  key: string,
  step: (record: CallRecord) => CallRecord | undefined,
): Promise<Done> {
  const settled = await changeOne(kit.storage.ledger, key, (record) =>
    record.broken && record.call.name === '' ? step(record) : undefined,
  )
  return settled ? OK : refuse(NOT_BROKEN)
}

/** A person wrote the call; that is their decision to run it, unless a rule forbids it. */
export async function mendByHand(
  kit: ConversationKit,
  mode: Mode,
  key: string,
  { name, input }: { readonly name: string; readonly input: JsonObject },
): Promise<Done> {
  const broken = (await kit.storage.ledger.read(key))?.broken
  if (!broken) return refuse(NOT_BROKEN)
  const call: ToolCall = { type: 'tool-call', id: broken.id, name, input: structuredClone(input) }
  const problem = await problemWith(kit, mode, call)
  if (problem !== undefined) return refuse(problem)
  const hash = await hashCall(call)
  const mended = await changeOne(kit.storage.ledger, key, (record) => {
    const next = mendBroken(record, call, hash)
    return next && decide(next, { kind: 'allow', hash, by: 'person' }, kit.owner)
  })
  return mended ? OK : refuse(NOT_BROKEN)
}

/** Takes up a call that was found where calls are not run. It is judged and asked about like any other. */
export async function takeOffered(kit: ConversationKit, key: string): Promise<Done> {
  const offer = (await kit.storage.ledger.read(key))?.broken?.offer
  if (!offer) return refuse(say('call.none-to-take-up'))
  const hash = await hashCall(offer)
  const taken = await changeOne(kit.storage.ledger, key, (record) => mendBroken(record, offer, hash))
  return taken ? OK : refuse(NOT_BROKEN)
}
