import { type JsonObject, type JsonValue, type Sentence, type ToolCall, wordsResult } from '@parley/dialects'
import { type GrantOffer, toGrant } from '../approval/grants.ts'
import type { Decision, Mode } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne, fingerprintOf, hashCall } from '../ledger/ledger.ts'
import { answer, askAgain, reopen, runAgain, settleInterrupted, settleReview, settleUnrun } from '../ledger/transitions.ts'
import { wholeOf } from '../tools/tool.ts'
import { closeProgram } from '../turn/expire-record.ts'
import { judgeCall } from '../turn/judge-call.ts'
import { withText } from '../turn/result-gate.ts'
import { DISCARDED_WORDS, interruptedWords, REPLACED_WORDS, STOPPED_WORDS } from '../turn/result-words.ts'
import { applyDecision } from '../turn/settle-answer.ts'
import { executedCall } from '../turn/settle-call.ts'
import { say } from '../words/threads.ts'
import type { Choice, Done, ReviewChoice } from './conversation-contract.ts'
import type { ConversationKit } from './conversation-options.ts'

export const OK: Done = { ok: true }
export const refuse = ({ message: error, words }: Sentence): Done => ({ ok: false, error, ...(words && { words }) })
const TOO_LATE = say('call.moved-on')

/** What the buttons of a card do: each is one step in the ledger, refused when the call is no longer where it was shown. */
export async function decideCall(kit: ConversationKit, mode: Mode, key: string, choice: Choice): Promise<Done> {
  const record = await kit.storage.ledger.read(key)
  if (!record) return refuse(TOO_LATE)
  if (choice.kind === 'allow' && choice.hash !== record.hash) return refuse(say('call.not-shown'))
  const decision = await toDecision(kit, mode, record, choice)
  if ('error' in decision) return refuse(decision.error)
  const decided = await changeOne(kit.storage.ledger, key, (current) => applyDecision(current, decision, kit.now(), kit.owner))
  if (!decided) return refuse(TOO_LATE)
  if (choice.kind === 'allow' && choice.grant && decision.kind === 'allow' && decision.grantId !== undefined)
    await giveGrant(kit, choice.grant, decision.grantId, record.parent)
  return OK
}

async function toDecision(
  kit: ConversationKit,
  mode: Mode,
  record: CallRecord,
  choice: Choice,
): Promise<Decision | { readonly error: Sentence }> {
  if (choice.kind === 'allow')
    return { kind: 'allow', hash: record.hash, by: 'person', ...(choice.grant && { grantId: kit.newId() }) }
  if (choice.kind === 'reject') {
    const reason = choice.reason?.trim() ?? ''
    return { kind: 'reject', ...(reason !== '' && { reason }), resume: choice.resume ?? false, by: 'person' }
  }
  const call = editedCall(record.call, choice.input)
  // The server's own tools are known to the server only: what a person made of the arguments is checked there.
  const problem = record.verdict?.author === 'server' ? undefined : await problemWith(kit, mode, call)
  if (problem !== undefined) return { error: problem }
  return { kind: 'edit', hash: await hashCall(call), input: call.input, by: 'person' }
}

function editedCall(call: ToolCall, input: JsonObject): ToolCall {
  const { inputText: _text, ...rest } = call
  return { ...rest, input: structuredClone(input) }
}

/**
 * A person may do what would only be asked, but not what a rule forbids or the schema does not allow. `overrules`: what a rule
 * forbids and leaves to a person, they allow here.
 */
export async function problemWith(
  kit: ConversationKit,
  mode: Mode,
  call: ToolCall,
  overrules = false,
): Promise<Sentence | undefined> {
  const { policy, now, threadId, storage, rehearsal } = kit
  const judgement = await judgeCall(call, 0, {
    threadId,
    executor: wholeOf(kit.executor()),
    ...(rehearsal && { rehearsal: async () => wholeOf(await rehearsal()) }),
    policy,
    grants: storage.grants,
    mode: () => mode,
    now,
  })
  if (judgement.kind === 'invalid') return judgement.problem
  const { kind, rule, reason, yields = false } = judgement.verdict
  return kind === 'deny' && !(overrules && yields) ? { message: reason, words: { id: `rules.${rule}` } } : undefined
}

async function giveGrant(kit: ConversationKit, offer: GrantOffer, id: string, parent: string | undefined): Promise<void> {
  const tool = wholeOf(kit.executor()).find(offer.tool)
  if (!tool) return
  const { threadId, now } = kit
  const fingerprint = await fingerprintOf(tool)
  await kit.storage.grants.add(toGrant(offer, { id, threadId, parent, fingerprint, now: now() }))
}

export async function undoRejection({ storage }: ConversationKit, key: string): Promise<Done> {
  const reopened = await changeOne(storage.ledger, key, reopen)
  return reopened ? OK : refuse(say('call.rejection-read'))
}

export async function rerunCall(kit: ConversationKit, mode: Mode, key: string, input: JsonObject | undefined): Promise<Done> {
  const record = await kit.storage.ledger.read(key)
  if (!record) return refuse(TOO_LATE)
  const decision = await rerunDecision(kit, mode, record, input)
  if ('error' in decision) return refuse(decision.error)
  const again = await changeOne(kit.storage.ledger, key, (current) =>
    decision.kind === 'ask' ? askAgain(current) : runAgain(current, decision, kit.owner),
  )
  if (again) await endProgram(kit, again)
  return again ? OK : refuse(say('call.no-rerun'))
}

/** The person's word for running a call once more, with the same arguments or others. A stranger's call is asked about first. */
export async function rerunDecision(
  kit: ConversationKit,
  mode: Mode,
  record: CallRecord,
  input: JsonObject | undefined,
): Promise<Decision | { readonly kind: 'ask' } | { readonly error: Sentence }> {
  if (record.imported && input === undefined) return { kind: 'ask' }
  const call = input === undefined ? executedCall(record) : editedCall(record.call, input)
  const problem = await problemWith(kit, mode, call, record.verdict?.yields)
  if (problem !== undefined) return { error: problem }
  const hash = await hashCall(call)
  return hash === record.hash ? { kind: 'allow', hash, by: 'person' } : { kind: 'edit', hash, input: call.input, by: 'person' }
}

export async function cancelQueued({ storage, now }: ConversationKit, key: string): Promise<Done> {
  const cancelled = await changeOne(storage.ledger, key, (record) =>
    settleUnrun(record, { result: wordsResult(record.call, 'cancelled', STOPPED_WORDS), ending: 'stopped', now: now() }),
  )
  return cancelled ? OK : refuse(TOO_LATE)
}

/** What it had called and nobody decided on goes with it. */
async function endProgram({ storage, now }: ConversationKit, record: CallRecord): Promise<void> {
  await closeProgram(record, { ledger: storage.ledger, grants: storage.grants, now })
}

export async function failInterrupted(kit: ConversationKit, key: string): Promise<Done> {
  const { storage, now } = kit
  const failed = await changeOne(storage.ledger, key, (record) =>
    settleInterrupted(record, {
      result: wordsResult(record.call, 'error', interruptedWords(record)),
      ending: 'failed',
      now: now(),
    }),
  )
  if (failed) await endProgram(kit, failed)
  return failed ? OK : refuse(TOO_LATE)
}

export async function reviewResult({ storage, now }: ConversationKit, key: string, choice: ReviewChoice): Promise<Done> {
  const reviewed = await changeOne(storage.ledger, key, (record) => {
    if (!record.review) return undefined
    const { result } = record.review
    const ending = result.outcome === 'ok' ? 'succeeded' : 'failed'
    if (choice.kind === 'send') return settleReview(record, { result, ending, now: now() })
    if (choice.kind === 'discard') {
      return settleReview(record, {
        result: wordsResult(record.call, 'denied', DISCARDED_WORDS),
        ending: 'discarded',
        now: now(),
      })
    }
    return settleReview(record, { result: withText(result, `${REPLACED_WORDS}\n${choice.text}`), ending, now: now() })
  })
  return reviewed ? OK : refuse(TOO_LATE)
}

export async function answerQuestion({ storage }: ConversationKit, key: string, value: JsonValue): Promise<Done> {
  const answered = await changeOne(storage.ledger, key, (record) => answer(record, value))
  return answered ? OK : refuse(say('call.not-asking', { why: whyNotAsking(await storage.ledger.read(key)) }))
}

/** For whoever wrote the form, or pressed its button twice. */
function whyNotAsking(record: CallRecord | undefined): Sentence {
  if (!record) return say('call.asks-unknown')
  if (record.phase === 'settled') return say('call.asks-settled')
  if (record.interrupted) return say('call.asks-interrupted')
  if (record.questions.at(-1)?.answer !== undefined) return say('call.asks-answered')
  if (record.phase === 'running') return say('call.asks-nothing')
  return say('call.asks-unstarted')
}
