import { wordsResult } from '@parley/dialects'
import { endProgramGrants, type GrantBook } from '../approval/grants.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne, type Ledger } from '../ledger/ledger.ts'
import { settleInterrupted, settleReview, settleUnrun } from '../ledger/transitions.ts'
import { DISCARDED_WORDS, EXPIRED_WORDS, interruptedWords } from './result-words.ts'

/** What nobody will decide about any more. A call that runs is left to whoever runs it. */
export function expire(record: CallRecord, now: number): CallRecord | undefined {
  const { call } = record
  if (record.phase === 'pending') {
    return settleUnrun(record, { result: wordsResult(nameOf(record), 'cancelled', EXPIRED_WORDS), ending: 'expired', now })
  }
  if (record.interrupted) {
    return settleInterrupted(record, { result: wordsResult(call, 'error', interruptedWords(record)), ending: 'failed', now })
  }
  return settleReview(record, { result: wordsResult(call, 'denied', DISCARDED_WORDS), ending: 'discarded', now })
}

function nameOf({ call, broken }: CallRecord): Pick<CallRecord['call'], 'id' | 'name'> {
  return { id: call.id, name: call.name === '' ? (broken?.name ?? '') : call.name }
}

export interface EndedProgram {
  readonly ledger: Ledger
  readonly grants: GrantBook
  readonly now: () => number
}

/** A program has ended: what it asked for and nobody decided on does not happen, and what was allowed to it alone ends. */
export async function closeProgram(
  { key, threadId }: CallRecord,
  { ledger, grants, now }: EndedProgram,
): Promise<readonly CallRecord[]> {
  const open = (await ledger.ofThread(threadId)).filter(({ parent, phase }) => parent === key && phase !== 'settled')
  const closed = await Promise.all(open.map((record) => changeOne(ledger, record.key, (current) => expire(current, now()))))
  await endProgramGrants(grants, key)
  return closed.filter((record) => record !== undefined)
}
