import type { CallRecord } from '../call-record.ts'
import { factsOf, hashOfReceipt, openingsOf, type Receipt } from './receipt.ts'

/** A record before and after a step. Without `before` it is new. */
interface Step {
  readonly before?: CallRecord | undefined
  readonly after: CallRecord
}

interface Chained {
  readonly records: readonly CallRecord[]
  readonly receipts: readonly Receipt[]
}

/**
 * Appends a receipt for each step to the chains of their threads. `heads` are the last receipts of those threads; whoever calls keeps
 * what comes back in the transaction in which it read them, so that no chain forks.
 */
export function chain(heads: readonly (Receipt | undefined)[], steps: readonly Step[], at: number): Chained {
  const last = new Map(heads.flatMap((head) => (head ? [[head.threadId, head]] : [])))
  const receipts: Receipt[] = []
  const records = steps.map(({ before, after }) => {
    const record = { ...after, commitments: openingsOf(after, before) }
    const receipt = link(last.get(record.threadId), record, at)
    last.set(record.threadId, receipt)
    receipts.push(receipt)
    return record
  })
  return { records, receipts }
}

function link(head: Receipt | undefined, record: CallRecord, at: number): Receipt {
  const { asked, said, done } = record.commitments ?? {}
  const receipt = {
    threadId: record.threadId,
    index: head ? head.index + 1 : 0,
    previous: head?.hash ?? '',
    at,
    facts: factsOf(record),
    commits: { ...(asked && { asked: asked.hash }), ...(said && { said: said.hash }), ...(done && { done: done.hash }) },
  }
  return { ...receipt, hash: hashOfReceipt(receipt) }
}

export const threadsOf = (records: readonly CallRecord[]): readonly string[] => [
  ...new Set(records.map(({ threadId }) => threadId)),
]
