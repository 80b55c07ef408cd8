import type { PendingCall } from '../chat/chat-event.ts'
import { refusal } from '../http-fault.ts'
import { demandContent } from '../tools/question.ts'
import { say } from '../words.ts'
import type { Agent } from './agent.ts'
import { answerKey } from './agent-state.ts'
import { readThread } from './agent-thread-state.ts'
import type { ThreadRecord } from './store/thread-record.ts'
import { answered, type Listen, notOurs, reachesOthers, tellThread } from './tell-thread.ts'
import { type GivenAnswer, toAnswer } from './thread-bodies.ts'

interface Told {
  readonly thread: ThreadRecord
  /** Whether a page of ours, or who holds a token, says it. */
  readonly isOurs: boolean
}

/** Answers to calls that wait, some or all of them; without any, a thread that failed goes on. */
export async function resumeThread(agent: Agent, { thread, isOurs }: Told, answers: readonly GivenAnswer[]): Promise<Listen> {
  const seen = new Set<string>()
  const twice = answers.find(({ callId }) => seen.size === seen.add(callId).size)
  if (twice) throw refusal('request/invalid', say('thread.answered-twice', { call: twice.callId }))
  if (answers.length === 0) return await tellThread(agent, thread, [], demandFailed)
  await demandKnown(agent, thread, answers)
  const waiting = callsOf(thread)
  if (!isOurs && answers.some(({ callId, type }) => type !== 'reject' && reachesOthers(waiting.get(callId)))) throw notOurs()
  const entries = answers.map((answer) => {
    const { callId } = answer
    const name = waiting.get(callId)?.name ?? ''
    const told = toAnswer(answer, name)
    return { key: `call ${JSON.stringify(answerKey(callId, told))}`, body: { type: 'answer', callId, answer: told } as const }
  })
  return await tellThread(agent, thread, entries, (now) => {
    const open = callsOf(now)
    for (const answer of answers) demandFits(open.get(answer.callId), answer)
  })
}

const callsOf = ({ pending }: ThreadRecord): ReadonlyMap<string, PendingCall> =>
  new Map(pending.map((call) => [call.callId, call]))

function demandFailed({ status, fault }: ThreadRecord): void {
  if (status === 'failed' && fault?.code !== 'turn/too-many-steps') return
  if (status === 'failed') throw refusal('request/conflict', say('thread.ended-by-steps'))
  throw refusal('request/conflict', status === 'waiting' ? say('thread.waits') : say('thread.nothing-to-resume'))
}

/** Names of calls that this thread never had are told from calls that were answered before. */
async function demandKnown(agent: Agent, thread: ThreadRecord, answers: readonly GivenAnswer[]): Promise<void> {
  const waiting = callsOf(thread)
  const strange = answers.filter(({ callId }) => !waiting.has(callId))
  if (strange.length === 0) return
  const state = await readThread(agent.store.saver, thread.id)
  const calls = new Set(
    (state?.messages ?? []).flatMap(({ role, parts }) =>
      role === 'assistant' ? parts.flatMap((part) => ('id' in part ? [part.id] : [])) : [],
    ),
  )
  const unknown = strange.find(({ callId }) => !calls.has(callId))
  if (unknown) throw refusal('request/not-found', say('thread.no-call', { call: unknown.callId }))
  throw answered()
}

function demandFits(call: PendingCall | undefined, answer: GivenAnswer): void {
  if (!call) throw answered()
  const { type } = answer
  if (type === 'input') return demandAsked(call, answer)
  if (call.kind === 'input') throw refusal('request/invalid', say('thread.answer-question', { call: call.callId }))
  if (type === 'approve' && call.kind === 'page')
    throw refusal('request/invalid', say('thread.runs-in-page', { tool: call.name }))
  if (type === 'result' && call.kind === 'approval')
    throw refusal('request/invalid', say('thread.runs-on-server', { tool: call.name }))
}

/** What is handed to somebody else's server is what it asked for, and nothing beside it. */
function demandAsked(call: PendingCall, { asks, action, content = {} }: Extract<GivenAnswer, { type: 'input' }>): void {
  const { callId, kind, question } = call
  if (kind !== 'input' || !question) throw refusal('request/invalid', say('thread.asks-nothing', { call: callId }))
  if (call.asks !== asks) throw refusal('request/conflict', say('thread.other-question', { call: callId }))
  if (action === 'accept') demandContent(question, content)
}
