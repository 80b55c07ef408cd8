import type { Decision } from '../approval/verdict.ts'
import { OK, refuse } from '../conversation/call-choices.ts'
import type { Choice, Done } from '../conversation/conversation-contract.ts'
import type { ConversationKit } from '../conversation/conversation-options.ts'
import { hashCall } from '../ledger/call-hash.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { applyDecision } from '../turn/settle-answer.ts'

/** A decision about a call that the server runs. Its arguments are checked there: only the server knows the tool. */
export async function decideApproval(
  { storage, now, owner }: ConversationKit,
  record: CallRecord,
  choice: Choice,
): Promise<Done> {
  if (choice.kind === 'allow' && choice.hash !== record.hash)
    return refuse('The call shown is not the call that waits. Look at it again.')
  const decision = await toDecision(record, choice)
  const decided = await changeOne(storage.ledger, record.key, (current) => applyDecision(current, decision, now(), owner))
  return decided ? OK : refuse('This call has moved on in the meantime, perhaps in another tab.')
}

async function toDecision({ hash, call }: CallRecord, choice: Choice): Promise<Decision> {
  if (choice.kind === 'allow') return { kind: 'allow', hash, by: 'person' }
  if (choice.kind === 'edit') {
    const input = structuredClone(choice.input)
    return { kind: 'edit', hash: await hashCall({ ...call, input }), input, by: 'person' }
  }
  const reason = choice.reason?.trim() ?? ''
  return { kind: 'reject', ...(reason !== '' && { reason }), resume: choice.resume ?? false, by: 'person' }
}
