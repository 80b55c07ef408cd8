import { createHash, randomBytes } from 'node:crypto'
import type { JsonObject, JsonValue, ToolResult } from '@parley/dialects'
import { canonicalText } from '../../tools/approval-seal.ts'
import type { AgentRun, CallTask } from '../agent-state.ts'

/** Who let a call run, or kept it from running. */
export interface Allowed {
  readonly decision: 'allow' | 'edit' | 'reject' | 'cancel' | 'result'
  /** `rule`: a tool of this server that asks nobody. `page`: a page ran it, and has its own receipts. */
  readonly by: 'person' | 'rule' | 'page'
  /** Kebab-case, as the page's rules are named. */
  readonly rule: string
}

/** One settled call, before it is chained to the one before it. */
export interface LooseReceipt {
  readonly threadId: string
  readonly at: number
  readonly facts: JsonObject
  /** Commitments to what was asked and to what came of it. */
  readonly commits: { readonly asked: string; readonly done: string }
  /** What opens them; no part of what is chained. */
  readonly salts: { readonly asked: string; readonly done: string }
}

/** As `packages/browser` reads it: `hash` is the SHA-256 of the JSON of everything before it. */
export interface Receipt extends Omit<LooseReceipt, 'salts'> {
  readonly index: number
  readonly previous: string
  readonly hash: string
}

export type KeptReceipt = Receipt & Pick<LooseReceipt, 'salts'>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is kept of a call that has its result. Without `allowed` it never came so far as to be allowed. */
export function receiptOf(task: CallTask, result: ToolResult, run: AgentRun, allowed: Allowed | undefined): LooseReceipt {
  const { call, messageId, turnId } = task
  const salts = { asked: randomBytes(16).toString('hex'), done: randomBytes(16).toString('hex') }
  const facts = { callId: call.id, messageId, turnId, name: call.name ?? '', outcome: result.outcome, who: run.owner, ...allowed }
  return {
    threadId: run.threadId,
    at: run.server.now(),
    facts,
    commits: { asked: commit(salts.asked, call), done: commit(salts.done, result) },
    salts,
  }
}

/** As it is in a file: what JSON leaves out was not said. */
const commit = (salt: string, content: object): string =>
  sha256(`${salt} ${canonicalText(JSON.parse(JSON.stringify(content)) as JsonValue)}`)

/** The graph's own way to put together what its tasks did: in one order, and stored with their results or not at all. */
export function chainReceipts(before: readonly KeptReceipt[], more: readonly LooseReceipt[]): readonly KeptReceipt[] {
  const chained = [...before]
  for (const { salts, threadId, ...loose } of more) {
    const head = chained.at(-1)
    const receipt = { threadId, index: chained.length, previous: head?.hash ?? '', ...loose }
    chained.push({ ...receipt, hash: sha256(JSON.stringify(receipt)), salts })
  }
  return chained
}
