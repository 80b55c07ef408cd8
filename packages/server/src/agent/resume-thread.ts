import type { PendingCall } from '../chat/chat-event.ts'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'
import type { Agent } from './agent.ts'
import { readThread } from './agent-thread-state.ts'
import type { ThreadRecord } from './store/thread-record.ts'
import { answered, type Listen, tellThread } from './tell-thread.ts'
import { type GivenAnswer, toAnswer } from './thread-bodies.ts'

/** Answers to calls that wait, some or all of them; without any, a thread that failed goes on. */
export async function resumeThread(agent: Agent, thread: ThreadRecord, answers: readonly GivenAnswer[]): Promise<Listen> {
  const seen = new Set<string>()
  const twice = answers.find(({ callId }) => seen.size === seen.add(callId).size)
  if (twice) throw refusal('request/invalid', say('thread.answered-twice', { call: twice.callId }))
  if (answers.length === 0) return await tellThread(agent, thread, [], demandFailed)
  await demandKnown(agent, thread, answers)
  const waiting = callsOf(thread)
  const entries = answers.map((answer) => {
    const { callId } = answer
    const name = waiting.get(callId)?.name ?? ''
    return { key: `call ${JSON.stringify(callId)}`, body: { type: 'answer', callId, answer: toAnswer(answer, name) } as const }
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

function demandFits(call: PendingCall | undefined, { type }: GivenAnswer): void {
  if (!call) throw answered()
  if (type === 'approve' && call.kind === 'page')
    throw refusal('request/invalid', say('thread.runs-in-page', { tool: call.name }))
  if (type === 'result' && call.kind === 'approval')
    throw refusal('request/invalid', say('thread.runs-on-server', { tool: call.name }))
}
