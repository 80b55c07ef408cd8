import { type AssistantMessage, type Message, plainText, uneditedResult } from '@parley/dialects'
import { SERVER_SAYS } from '../approval/rules.ts'
import type { Verdict } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { askFromServer, judge } from '../ledger/transitions.ts'
import { questionPayload, readAnswer } from '../tools/question.ts'
import { type Preview, wholeOf } from '../tools/tool.ts'
import { countRepeats, previewCall } from '../turn/judge-call.ts'
import { callKey, partOf } from '../turn/open-records.ts'
import { judgeRecord, keepSentence, type SettleAnswerOptions, settleAnswer } from '../turn/settle-answer.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import type { CallAnswer } from './thread-client.ts'
import type { PendingCall, ThreadDocument } from './thread-document.ts'
import { joinResults } from './timeline.ts'

/** Something that can be told to the server, and the record it comes from. */
export interface ReadyAnswer {
  readonly key: string
  /** Names what is answered: a call may ask several things back. */
  readonly id: string
  readonly answer: CallAnswer
}

export interface SettlePendingOptions extends SettleAnswerOptions {
  /** Whether this page may run a call now, of those that must be claimed. */
  readonly claim: (callId: string) => Promise<boolean>
}

/**
 * Takes the calls that a thread waits for as far as they get without a person: calls of the page are judged and run here; those of the
 * server are judged here where the page knows the tool, and wait for a decision. Gives what can be told.
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
    if (pending.kind === 'approval') yield* askApproval(key, pending, said, options)
    if (pending.kind === 'input') yield* askBack(key, pending, options)
  }
  const ofPage = new Set(calls.flatMap(({ key, pending }) => (pending.kind === 'page' ? [key] : [])))
  const claimed = new Set(document.pending.flatMap(({ callId, mustClaim }) => (mustClaim ? [callId] : [])))
  const mayRun = async ({ call }: CallRecord) => !claimed.has(call.id) || (await options.claim(call.id))
  if (ofPage.size > 0) yield* settleAnswer(said, only(answer, ofPage), { ...options, mayRun }, signal)
  const ready: ReadyAnswer[] = []
  for (const { key, pending } of calls) {
    const record = await options.ledger.read(key)
    const told = record && ANSWERS[pending.kind](record, pending)
    if (told) ready.push({ key, id: pending.kind === 'input' ? `${key} ${pending.asks}` : key, answer: told })
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

const ANSWERS: { readonly [Kind in PendingCall['kind']]: (record: CallRecord, pending: PendingCall) => CallAnswer | undefined } =
  {
    page: resultOf,
    approval: decisionOf,
    input: inputOf,
  }

/** One policy for page and server: what a grant of this browser covers is approved, where the tool is the one that was looked at. */
async function* askApproval(
  key: string,
  pending: PendingCall,
  said: readonly Message[],
  options: SettleAnswerOptions,
): AsyncGenerator<readonly TurnEvent[]> {
  const { ledger } = options
  const executor = wholeOf(options.executor)
  const record = await ledger.read(key)
  if (!record || record.phase !== 'pending' || record.decision) return
  const { fingerprint } = executor.find(pending.name)?.onServer ?? {}
  const isKnown = fingerprint !== undefined && fingerprint === pending.fingerprint
  const judged = isKnown
    ? await judgeRecord(record, countRepeats(said, partOf(key)), { ...options, executor, mayAllow: true })
    : await changeOne(ledger, key, (current) => askFor(current, pending))
  if (judged) yield [{ type: 'call-change', record: judged }]
  if (isKnown && judged?.phase !== 'pending') return
  if (!isKnown && !pending.says) return
  const preview = isKnown ? await previewCall(executor, record.call) : previewOf(pending)
  const told = judged && (await keepSentence(judged, preview, options))
  if (told) yield [{ type: 'call-change', record: told }]
  yield [{ type: 'call-preview', key, preview }]
}

const previewOf = ({ name, reason, says }: PendingCall): Preview => ({ sentence: reason ?? name, ...(says && { says }) })

async function* askBack(
  key: string,
  { question, asks = 0 }: PendingCall,
  { ledger }: SettleAnswerOptions,
): AsyncGenerator<readonly TurnEvent[]> {
  const asked = question && (await changeOne(ledger, key, (record) => askFromServer(record, asks, questionPayload(question))))
  if (asked) yield [{ type: 'call-change', record: asked }]
}

/** The server has judged its own tool, and asks. */
function askFor(record: CallRecord, { reason }: PendingCall): CallRecord | undefined {
  if (record.verdict) return undefined
  const verdict: Verdict = {
    kind: 'ask',
    // Words of its own are shown as they are; ours are translated by the name of the rule.
    rule: reason === undefined ? 'server-asks' : SERVER_SAYS,
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

function decisionOf({ call, decision, phase, halts, sentIn, result, ending }: CallRecord): CallAnswer | undefined {
  if (halts || sentIn !== undefined) return undefined
  // A rule of the page forbids it: the server is told why, in the words that the model would have read here.
  if (!decision && result && ending === 'blocked') return { type: 'reject', callId: call.id, reason: plainText(result) }
  if (!decision) return undefined
  if (decision.kind === 'reject')
    return { type: 'reject', callId: call.id, ...(decision.reason !== undefined && { reason: decision.reason }) }
  if (phase !== 'pending') return undefined
  return { type: 'approve', callId: call.id, ...(decision.kind === 'edit' && { input: decision.input }) }
}

function inputOf({ call, questions }: CallRecord, { asks = 0 }: PendingCall): CallAnswer | undefined {
  const { answer } = questions[asks] ?? {}
  return answer === undefined ? undefined : { type: 'input', callId: call.id, asks, ...readAnswer(answer) }
}
