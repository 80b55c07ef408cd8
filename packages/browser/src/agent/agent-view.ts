import type { Fault } from '@parley/dialects'
import { WAITING_STAGES } from '../conversation/state/call-stage.ts'
import { pathTo } from '../conversation/state/message-tree.ts'
import { storedState } from '../conversation/state/stored-state.ts'
import type { ThreadState, ThreadStatus } from '../conversation/state/thread-state.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import type { StoredThread } from '../storage/thread-store.ts'
import { resultsId, spentSince } from '../turn/run-turn.ts'
import type { ThreadDocument } from './thread-document.ts'
import { timelineOf } from './timeline.ts'

/** What is known about a thread that lives on the server. */
export interface Known {
  readonly stored: StoredThread
  readonly records: readonly CallRecord[]
  readonly before: ThreadState
  /** Absent: the server has not been heard yet. */
  readonly document: ThreadDocument | undefined
  /** Why the server was not reached the last time it was tried. */
  readonly fault: Fault | undefined
}

/** The thread as a page shows it while nothing is streamed. */
export function agentView(known: Known): ThreadState {
  const { stored, records, before, document, fault } = known
  const kept = withoutBranches(storedState(stored, records, before))
  return {
    ...kept,
    status: statusOf(known, kept),
    server: {
      reachable: fault === undefined,
      ...(document && { status: document.status }),
      steps: document ? timelineOf(document) : [],
      ...(document?.notOffered?.length && { notOffered: document.notOffered }),
    },
  }
}

/** The thread up to the last question, where a turn that is told from its beginning goes on. */
export function beforeTurn(known: Known): ThreadState {
  const { thread, nodes } = known.stored
  const question = pathTo(nodes, thread.head).findLast(({ message }) => message.role === 'user')
  return agentView({ ...known, stored: { ...known.stored, thread: { ...thread, ...(question && { head: question.id }) } } })
}

/** A thread of the server has one line; another one is another thread. */
function withoutBranches(state: Omit<ThreadState, 'status'>): Omit<ThreadState, 'status'> {
  const messages = state.messages.map((message) =>
    message.branch.ids.length === 1 ? message : { ...message, branch: { index: 0, ids: [message.id] } },
  )
  return { ...state, messages }
}

function statusOf({ stored, document, fault, before }: Known, { calls }: Omit<ThreadState, 'status'>): ThreadStatus {
  const tail = pathTo(stored.nodes, stored.thread.head).at(-1)
  const isUnsent = tail?.message.role === 'user' && !document?.messages.some(({ id }) => id === tail.id)
  if (isUnsent) return { kind: 'unanswered', ...(fault && { fault }) }
  if (!document) return fault ? { kind: 'unanswered', fault } : { kind: 'idle' }
  if (document.status === 'failed') return failedStatus(document)
  if (document.status === 'idle') return { kind: 'idle' }
  // Also while the server does what a program of this page has called.
  if (before.status.kind === 'running' && before.status.keys.some((key) => calls.get(key)?.stage === 'running'))
    return before.status
  if (document.status === 'running') return { kind: 'answering' }
  const waiting = [...calls.values()].filter((call) => call.stage !== 'streaming' && WAITING_STAGES.has(call.stage))
  return { kind: 'waiting', keys: waiting.map((call) => call.key) }
}

function failedStatus({ fault, messages }: ThreadDocument): ThreadStatus {
  if (fault?.code !== 'turn/too-many-steps') return { kind: 'unanswered', ...(fault && { fault }) }
  return { kind: 'question', limit: 'steps', ...spentSince(messages, []) }
}

/** What was told of a turn that still runs is not kept yet: it stays in sight until it is told again. */
export function withTold(state: ThreadState, before: ThreadState): ThreadState {
  if (state.server?.status !== 'running' || before.messages.length <= state.messages.length) return state
  return { ...state, messages: before.messages, calls: before.calls }
}

/** Another tab has read more of the thread than this one. */
export function isBehind({ stored: { thread, nodes }, document }: Known): boolean {
  const head = nodes.find(({ id }) => id === thread.head)
  if (!document || !head || head.message.role === 'user') return false
  return !document.messages.some(({ id }) => id === head.id || resultsId(id) === head.id)
}
