import { FaultError, type JsonObject, type ToolResult } from '@parley/dialects'
import { refusal, toFault } from '../../http-fault.ts'
import { canonicalText } from '../../tools/approval-seal.ts'
import { say } from '../../words.ts'
import type { Agent } from '../agent.ts'
import type { InnerCall } from '../agent-state.ts'
import type { InboxEntry, ThreadRecord } from '../store/thread-record.ts'
import { answered, attach, type Listen, noThread, tellThread } from '../tell-thread.ts'
import type { GivenCall } from '../thread-bodies.ts'
import { whyAsked } from './inner-calls.ts'

/** What became of a call that a program made. */
type Told =
  | Judged
  /** `edited`: what it ran with, where the user had changed that. */
  | { readonly kind: 'done'; readonly result: ToolResult; readonly edited?: JsonObject }

/** Nothing yet. `asks`: why the user must be asked first; absent where nobody need be. */
interface Judged {
  readonly kind: 'judged'
  readonly asks?: string
}

interface Asked {
  readonly agent: Agent
  readonly threadId: string
  readonly callId: string
  readonly entry: InboxEntry
  readonly call: InnerCall
}

/**
 * A program that the page runs calls a tool of the server. It is told to the thread like an answer, and the task that waits for the program
 * runs it; whoever asks again, here or elsewhere, gets what it came to.
 */
export async function callFromProgram(
  agent: Agent,
  thread: ThreadRecord,
  { callId, ...call }: GivenCall,
  signal: AbortSignal,
): Promise<Told> {
  const key = `inner ${JSON.stringify([callId, call.id])}`
  const asked: Asked = { agent, threadId: thread.id, callId, call, entry: { key, body: { type: 'call', callId, call } } }
  const before = await keptOf(asked)
  if (before) return before
  demandProgram(thread, callId)
  const judged = judgeCall(agent, call)
  return judged.asks !== undefined && judged.asks !== call.shown ? judged : await untilKept(asked, signal)
}

/** Whether the user must be asked about a call that a program of this thread would make. Nothing runs. */
export function judgeForProgram(agent: Agent, { pending }: ThreadRecord, call: Judgeable): Told {
  if (!pending.some(({ mayCall }) => mayCall)) throw answered()
  return judgeCall(agent, call)
}

type Judgeable = Pick<InnerCall, 'name' | 'input' | 'edited'>

function judgeCall(agent: Agent, call: Judgeable): Judged {
  const { name } = call
  if (!agent.server.tools.byName.has(name)) throw refusal('request/not-found', say('tool.none', { name }))
  const asks = whyAsked(agent, call)
  return { kind: 'judged', ...(asks !== undefined && { asks }) }
}

async function untilKept(asked: Asked, signal: AbortSignal): Promise<Told> {
  const { agent, threadId } = asked
  for (let wasTold = false; !signal.aborted; wasTold = true) {
    const kept = await keptOf(asked)
    if (kept) return kept
    const thread = await agent.store.threads.read(threadId)
    if (!thread) throw noThread()
    const listen = await listenFor(asked, thread)
    if (listen) for await (const _ of listen(signal)) continue
    // Told, and over, and without a result: what it failed of is the thread's own fault, and can be tried again.
    else if (wasTold) throw lost()
  }
  throw lost()
}

const lost = () => new FaultError({ code: 'provider/unavailable', ...say('thread.inner-lost'), retryable: true })

/** Tells the thread, unless it was told. Undefined: it was, and nobody works on it, or somebody has just told it. */
async function listenFor({ agent, callId, call, entry }: Asked, thread: ThreadRecord): Promise<Listen | undefined> {
  const told = thread.inbox.find(({ key }) => key === entry.key)
  if (told?.body.type === 'call' && !isSame(told.body.call, call)) throw otherCall()
  if (told) return attach(agent, thread)
  demandProgram(thread, callId)
  return await tellThread(agent, thread, [entry], (now) => demandProgram(now, callId)).catch((error: unknown) => {
    if (toFault(error).code !== 'request/conflict') throw error
    demandProgram(thread, callId)
    return undefined
  })
}

async function keptOf({ agent, threadId, callId, call }: Asked): Promise<Told | undefined> {
  const kept = await agent.store.begun.readInner(threadId, callId, call.id)
  if (!kept) return undefined
  if (!isSame(kept.call, call)) throw otherCall()
  const { result, call: ran } = kept
  return { kind: 'done', result, ...(ran.edited && { edited: ran.edited }) }
}

/** Whether a program asks for what it asked for before, whatever was decided about it. */
const isSame = (one: InnerCall, other: InnerCall): boolean =>
  one.name === other.name && canonicalText(one.input) === canonicalText(other.input)

const otherCall = () => refusal('request/conflict', say('thread.other-inner'))

/** Nothing runs outside of a program's call that waits in this thread, and of which the page said that it may call. */
function demandProgram({ status, pending, inbox }: ThreadRecord, callId: string): void {
  const waits = status === 'waiting' || status === 'running'
  const program = waits && pending.find((call) => call.callId === callId)
  if (!program) throw answered()
  if (!program.mayCall) throw refusal('request/invalid', say('thread.no-program', { call: callId }))
  const isOver = inbox.some(({ body }) => body.type !== 'call' && (body.type !== 'answer' || body.callId === callId))
  if (isOver) throw answered()
}
