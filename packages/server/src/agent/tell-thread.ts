import type { ChatEvent, PendingCall } from '../chat/chat-event.ts'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'
import type { Agent } from './agent.ts'
import { readThread } from './agent-thread-state.ts'
import { replay, requestsFor, turnOf } from './live-run.ts'
import type { Accepted } from './store/agent-thread-store.ts'
import type { InboxEntry, ThreadRecord } from './store/thread-record.ts'

export type Listen = (signal: AbortSignal) => AsyncIterable<readonly ChatEvent[]>

/** Tells a thread something, durably, and gives what comes of it. Throws what `judge` throws, and when it was told before. */
export async function tellThread(
  agent: Agent,
  thread: ThreadRecord,
  entries: readonly InboxEntry[],
  judge: (thread: ThreadRecord) => void,
): Promise<Listen> {
  const { threads } = agent.store
  for (let seen: ThreadRecord | undefined = thread; seen; seen = await threads.read(thread.id)) {
    judge(seen)
    const keys = new Set(seen.inbox.map(({ key }) => key))
    if (entries.some(({ key }) => keys.has(key))) throw answered()
    const accepted = await threads.accept(seen, entries)
    if (accepted) return listenTo(agent, accepted)
  }
  throw noThread()
}

export function noThread() {
  return refusal('request/not-found', say('thread.none'))
}

/** Whether a yes to this call lets a tool of somebody else's server run. */
export const reachesOthers = (call: PendingCall | undefined): boolean => call?.kind === 'input' || call?.fingerprint !== undefined

export function notOurs() {
  return refusal('request/forbidden', say('thread.mcp-not-ours'))
}

export function answered() {
  return refusal('request/conflict', say('thread.call-answered'))
}

/** What comes of something that a thread was told. */
export function listenTo(agent: Agent, { thread, mine }: Accepted): Listen {
  const { id } = thread
  if (mine && !agent.runner.liveOf(id)) {
    const live = agent.runner.start(thread)
    return (signal) => live.listen(0, signal)
  }
  const live = agent.runner.liveOf(id)
  if (!live) return (signal) => watch(agent, thread, signal)
  const from = live.position
  return async function* (signal) {
    // Everything begins with which turn it is, and this listener came too late for that.
    for await (const batch of live.listen(0, signal)) {
      yield batch
      break
    }
    yield* live.listen(Math.max(from, 1), signal)
  }
}

/** What happens in a thread from the beginning of its turn. `undefined`: nothing happens there now. */
export function attach(agent: Agent, thread: ThreadRecord): Listen | undefined {
  if (thread.status !== 'running') return undefined
  const live = agent.runner.liveOf(thread.id)
  if (!live) return (signal) => watch(agent, thread, signal)
  return async function* (signal) {
    let isFirst = true
    for await (const batch of live.listen(0, signal)) {
      yield batch
      if (isFirst && live.earlier.length > 0) yield live.earlier
      isFirst = false
    }
  }
}

const EVERY_MS = 200

/** Another replica works on it: what it has finished is told as soon as it is stored. */
async function* watch(
  agent: Agent,
  { id, name: threadId }: ThreadRecord,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatEvent[]> {
  const { saver, threads } = agent.store
  let turnId: string | undefined
  let told = 0
  while (!signal.aborted) {
    const live = agent.runner.liveOf(id)
    const thread = await threads.read(id)
    const state = await readThread(saver, id)
    if (state?.turn && turnId === undefined) {
      turnId = state.turn.id
      yield [{ type: 'turn-start', threadId, turnId }]
    }
    const events = state?.turn?.id === turnId ? replay(turnOf(state?.messages ?? []), state?.turn?.model ?? '') : []
    if (events.length > told) yield events.slice(told)
    told = Math.max(told, events.length)
    if (thread?.status !== 'running') {
      const { status = 'idle', pending = [], fault } = thread ?? {}
      yield [
        ...requestsFor(pending),
        { type: 'turn-end', threadId, status, pending },
        ...(fault ? [{ type: 'fault', fault } as const] : []),
      ]
      return
    }
    await (live ? live.over : pause(EVERY_MS, signal))
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
