import { type JsonObject, ownValue, type Said } from '@parley/dialects'
import type { CallRecord } from '../../ledger/call-record.ts'
import { canonicalJson } from '../../ledger/ledger.ts'
import { factsOf, hashOfReceipt, type Receipt, unopenedIn } from '../../ledger/receipts/receipt.ts'
import { say } from '../../words/receipts.ts'

/** The tool that a call is of. */
export type NameOf = (key: string) => string

/** The first step that is not as it was, or that does not follow the one before it. */
export function brokenStep(threadId: string, chain: readonly Receipt[], describe: (facts: JsonObject) => Said): Said | undefined {
  let previous = ''
  for (const [at, receipt] of chain.entries()) {
    if (hashOfReceipt(receipt) !== receipt.hash) return say('verify.step', { step: at + 1, what: describe(receipt.facts) })
    if (receipt.index !== at || receipt.previous !== previous || receipt.threadId !== threadId)
      return say('verify.order', { step: at + 1 })
    previous = receipt.hash
  }
  return undefined
}

export const callWords = (name: string, key: string): Said => say('verify.what-call', { name, key })

/** The newest receipt of each call. */
export function newestOf(chain: readonly Receipt[]): Map<string, Receipt> {
  return new Map(chain.map((receipt) => [String(ownValue(receipt.facts, 'key')), receipt]))
}

/** A call that was begun although what was known a step earlier did not allow it. */
export function unallowedStart(chain: readonly Receipt[], nameOf: NameOf): Said | undefined {
  const before = new Map<string, JsonObject>()
  for (const [at, { facts }] of chain.entries()) {
    const key = String(ownValue(facts, 'key'))
    const then = before.get(key)
    const isStart = then && Number(ownValue(facts, 'attempt')) > Number(ownValue(then, 'attempt'))
    const decision = then && ownValue(then, 'decision')
    if (isStart && decision !== 'allow' && decision !== 'edit')
      return say('verify.unallowed', { what: callWords(nameOf(key), key), step: at + 1 })
    before.set(key, facts)
  }
  return undefined
}

/** What a record says that its newest receipt does not. */
export function contradiction(record: CallRecord, receipt: Receipt, what: Said): Said | undefined {
  const [now, then] = [factsOf(record), receipt.facts]
  const field = [...new Set([...Object.keys(now), ...Object.keys(then)])].find((name) => differs(now, then, name))
  if (field !== undefined) return say('verify.call', { what, field })
  const [unopened] = unopenedIn(record)
  if (unopened !== undefined) return say('verify.call', { what, field: unopened })
  const groups = new Set([...Object.keys(record.commitments ?? {}), ...Object.keys(receipt.commits)])
  const other = (['asked', 'said', 'done'] as const).find(
    (group) => groups.has(group) && record.commitments?.[group]?.hash !== receipt.commits[group],
  )
  return other && say('verify.call', { what, field: other })
}

function differs(now: JsonObject, then: JsonObject, name: string): boolean {
  return canonicalJson(ownValue(now, name) ?? null) !== canonicalJson(ownValue(then, name) ?? null)
}
