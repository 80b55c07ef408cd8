import type { JsonObject } from '@parley/dialects'
import type { Decision, Mode } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { asQuestion } from '../ledger/transitions.ts'
import { callKey, partOf } from '../turn/open-records.ts'
import { say } from '../words/threads.ts'
import { OK, refuse, rerunDecision } from './call-choices.ts'
import type { Move } from './thread-moves.ts'

/** Runs a call whose result the model has read: what happened stays, and a branch beside it begins with the same answer. */
export function rerunMove(key: string, mode: Mode, input: JsonObject | undefined): Move {
  return async (kit, { nodes }) => {
    const { storage, threadId, newId, now } = kit
    const record = await storage.ledger.read(key)
    const node = nodes.find((candidate) => candidate.id === record?.messageId)
    if (!record || !node) return refuse(say('call.gone'))
    const decision = await rerunDecision(kit, mode, record, input)
    if ('error' in decision) return refuse(decision.error)
    const records = (await storage.ledger.ofThread(threadId)).filter((each) => each.messageId === node.id)
    const id = newId()
    await storage.ledger.open(
      records.map((each) => copyRecord(each, id, each.key === key ? { decision, chosenIn: kit.owner } : undefined)),
    )
    const { order: _order, ...rest } = node
    await storage.threads.append({ ...rest, id, message: { ...node.message, id }, createdAt: now() })
    return OK
  }
}

/** With a decision: as it was before it ran. Without: as it ended, not yet told. */
function copyRecord(
  record: CallRecord,
  messageId: string,
  choice: { decision: Decision | { readonly kind: 'ask' }; chosenIn: string } | undefined,
): CallRecord {
  const { sentIn: _sent, result, ending, startedAt, endedAt, halts: _halts, did, ...rest } = record
  const base = { ...rest, messageId, key: callKey(messageId, partOf(record.key)) }
  if (choice?.decision.kind === 'ask') return asQuestion(base)
  if (choice) return { ...base, decision: choice.decision, chosenIn: choice.chosenIn, phase: 'pending', questions: [] }
  return {
    ...base,
    ...(result && { result }),
    ...(ending && { ending }),
    ...(did && { did }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
  }
}
