import { type AssistantMessage, plainText, uneditedResult } from '@parley/dialects'
import type { Verdict } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { judge } from '../ledger/transitions.ts'
import { callKey } from '../turn/open-records.ts'
import { type SettleAnswerOptions, settleAnswer } from '../turn/settle-answer.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import type { CallAnswer } from './thread-client.ts'
import type { PendingCall, ThreadDocument } from './thread-document.ts'
import { joinResults } from './timeline.ts'

/** Something that can be told to the server, and the record it comes from. */
export interface ReadyAnswer {
  readonly key: string
  readonly answer: CallAnswer
}

export interface SettlePendingOptions extends SettleAnswerOptions {
  /** Whether this page may run a call now, of those that must be claimed. */
  readonly claim: (callId: string) => Promise<boolean>
}

/**
 * Takes the calls that a thread waits for as far as they get without a person: calls of the page are judged and run here, those of the
 * server wait for a decision. Gives what can be told.
 */
export async function* settlePending(
  document: ThreadDocument,
  options: SettlePendingOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly TurnEvent[], readonly ReadyAnswer[]> {
  const messages = joinResults(document.messages)
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  const answer = messages[at]
  if (answer?.role !== 'assistant') return []
  const calls = pendingCalls(answer, document.pending)
  const said = messages.slice(0, at + 1)
  for (const { key, pending } of calls) {
    const asked = pending.kind === 'approval' && (await changeOne(options.ledger, key, (record) => askFor(record, pending)))
    if (asked) yield [{ type: 'call-change', record: asked }]
  }
  const ofPage = new Set(calls.flatMap(({ key, pending }) => (pending.kind === 'page' ? [key] : [])))
  const claimed = new Set(document.pending.flatMap(({ callId, mustClaim }) => (mustClaim ? [callId] : [])))
  const mayRun = async ({ call }: CallRecord) => !claimed.has(call.id) || (await options.claim(call.id))
  if (ofPage.size > 0) yield* settleAnswer(said, only(answer, ofPage), { ...options, mayRun }, signal)
  const ready: ReadyAnswer[] = []
  for (const { key, pending } of calls) {
    const record = await options.ledger.read(key)
    const told = record && (pending.kind === 'page' ? resultOf(record) : decisionOf(record))
    if (told) ready.push({ key, answer: told })
  }
  return ready
}

function pendingCalls(answer: AssistantMessage, pending: readonly PendingCall[]) {
  return answer.parts.flatMap((part, index) => {
    const found = part.type === 'tool-call' && pending.find(({ callId }) => callId === part.id)
    return found ? [{ key: callKey(answer.id, index), pending: found }] : []
  })
}

/** The same answer, in which everything but some calls is silent: their places in it stay what they are. */
function only(answer: AssistantMessage, keys: ReadonlySet<string>): AssistantMessage {
  const parts = answer.parts.map((part, index) =>
    keys.has(callKey(answer.id, index)) ? part : ({ type: 'text', text: '' } as const),
  )
  return { ...answer, parts }
}

/** The server has judged its own tool, and asks. */
function askFor(record: CallRecord, { reason }: PendingCall): CallRecord | undefined {
  if (record.verdict) return undefined
  const verdict: Verdict = {
    kind: 'ask',
    // Words of its own are shown as they are; ours are translated by the name of the rule.
    rule: reason === undefined ? 'server-asks' : 'server-says',
    author: 'server',
    reason: reason ?? 'The server asks before it runs this tool.',
    offers: [],
  }
  return judge(record, verdict, { sentence: record.call.name })
}

function resultOf({ call, decision, phase, result, halts, sentIn, ending }: CallRecord): CallAnswer | undefined {
  if (phase !== 'settled' || !result || halts || sentIn !== undefined) return undefined
  const isEdited = decision?.kind === 'edit' && (ending === 'succeeded' || ending === 'failed')
  // The server says itself what was changed. A result that a person replaced has lost our note of it already.
  const { outcome, data, display, ...rest } = isEdited && result.content.length > 1 ? uneditedResult(result) : result
  return {
    type: 'result',
    callId: call.id,
    outcome,
    content: plainText(rest),
    ...(data !== undefined && { data }),
    ...(display !== undefined && { display }),
    ...(isEdited && { input: decision.input }),
  }
}

function decisionOf({ call, decision, phase, halts, sentIn }: CallRecord): CallAnswer | undefined {
  if (!decision || halts || sentIn !== undefined) return undefined
  if (decision.kind === 'reject')
    return { type: 'reject', callId: call.id, ...(decision.reason !== undefined && { reason: decision.reason }) }
  if (phase !== 'pending') return undefined
  return { type: 'approve', callId: call.id, ...(decision.kind === 'edit' && { input: decision.input }) }
}
