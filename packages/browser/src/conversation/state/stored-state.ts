import { type ChatRequest, type Message, withSummary } from '@parley/dialects'
import type { CallRecord } from '../../ledger/call-record.ts'
import type { StoredThread, ThreadNode } from '../../storage/thread-store.ts'
import { settledAnswer } from '../../turn/open-records.ts'
import { type Budget, limitReached, raisedBudget, spentSince } from '../../turn/run-turn.ts'
import type { RequestOptions } from '../conversation-options.ts'
import { applyEvents, setRecord, toAnswer } from './apply-event.ts'
import { WAITING_STAGES } from './call-stage.ts'
import { branchesOf, pathTo, siblingsOf } from './message-tree.ts'
import { toldPath } from './summaries.ts'
import type { Branch, CallState, KnownCall, ThreadMessage, ThreadState, ThreadStatus } from './thread-state.ts'

/** The thread as the store and the ledger have it. Previews and printed lines of calls already on screen are kept. */
export function storedState(
  { thread, nodes }: StoredThread,
  records: readonly CallRecord[],
  before: ThreadState | undefined,
): Omit<ThreadState, 'status'> {
  const path = pathTo(nodes, thread.head)
  const shown = new Set(path.map((node) => node.id))
  const calls = new Map<string, CallState>()
  for (const record of records) {
    if (!shown.has(record.messageId)) continue
    const known = before?.calls.get(record.key)
    if (known && known.stage !== 'streaming') calls.set(record.key, known)
    setRecord(calls, record)
  }
  const shownBefore = new Map(before?.messages.map((message) => [message.id, message]))
  const branchOf = branchesOf(nodes)
  const messages = path
    .flatMap((node) => toThreadMessage(node, branchOf))
    .map((message) => unchanged(shownBefore.get(message.id), message))
  const moves = thread.place === 'moving' && { server: { reachable: true, steps: [] } }
  const { id, title, mode, rehearses } = thread
  const { summary, hidden } = toldPath({ thread, nodes })
  const summarised = summary && { summary: { ...summary, hidden: hidden.flatMap(shownId) } }
  return { id, title, mode, ...(rehearses && { rehearses }), ...summarised, messages, calls, ...moves }
}

const shownId = ({ id, message }: ThreadNode): readonly string[] => (message.role === 'tool' ? [] : [id])

function toThreadMessage(node: ThreadNode, branchOf: (node: ThreadNode) => Branch): readonly ThreadMessage[] {
  const { id, createdAt, message } = node
  const branch = branchOf(node)
  if (message.role === 'user') return [{ role: 'user', id, createdAt, branch, parts: message.parts }]
  if (message.role !== 'assistant') return []
  return [{ ...toAnswer(message, node.notes, { now: createdAt, siblings: [] }), branch }]
}

/** A kept message never changes, only its neighbours do: a view need not draw it again. */
function unchanged(before: ThreadMessage | undefined, after: ThreadMessage): ThreadMessage {
  if (before?.role !== after.role || before.branch.ids.join() !== after.branch.ids.join()) return after
  const isSame = before.role === 'user' || (after.role === 'assistant' && before.progress === after.progress)
  return isSame ? before : after
}

/** What the thread is doing when nobody is at work on it. */
function restingStatus({ stored, records, budget }: Looking, calls: ReadonlyMap<string, CallState>): ThreadStatus {
  const { thread, nodes } = stored
  const path = pathTo(nodes, thread.head)
  const last = path.at(-1)
  if (!last) return { kind: 'idle' }
  if (last.notes?.cut) return { kind: 'unanswered', ...(last.notes.fault && { fault: last.notes.fault }) }
  if (last.message.role !== 'assistant') {
    const spent = spentSince(
      path.map((node) => node.message),
      records,
    )
    const limit = last.message.role === 'tool' && limitReached(spent, raisedBudget(budget, thread.extraSteps))
    return limit ? { kind: 'question', limit, ...spent } : { kind: 'unanswered' }
  }
  const waiting = [...calls.values()].filter(
    (call): call is KnownCall => call.messageId === last.id && call.stage !== 'streaming' && WAITING_STAGES.has(call.stage),
  )
  if (waiting.length === 0) return { kind: 'idle' }
  waiting.sort((left, right) => left.record.position - right.record.position)
  return { kind: 'waiting', keys: waiting.map((call) => call.key) }
}

export interface Looking {
  readonly stored: StoredThread
  readonly records: readonly CallRecord[]
  readonly before: ThreadState
  /** Who is at work on the thread: a turn in this tab, another tab, or nobody. */
  readonly work: 'turn' | 'elsewhere' | 'here'
  readonly budget: Budget
  readonly now: number
}

/** What a page shows of what is kept. While another tab is at work, also what it has received so far. */
export function shownState(looking: Looking): ThreadState {
  const { stored, records, before, work, now } = looking
  const kept = storedState(stored, records, before)
  if (work === 'turn') return { ...kept, status: before.status }
  if (work === 'here') return { ...kept, status: withFault(restingStatus(looking, kept.calls), before.status) }
  const status: ThreadStatus = { kind: 'elsewhere' }
  const [draft] = stored.drafts
  if (!draft) return { ...kept, status }
  return {
    ...applyEvents({ ...kept, status }, draft.events, { now, siblings: siblingsOf(stored.nodes, draft.parentId) }),
    status,
  }
}

/** A fault from before an answer began is nowhere else than on screen. */
function withFault(resting: ThreadStatus, before: ThreadStatus): ThreadStatus {
  const isSame = resting.kind === 'unanswered' && !resting.fault && before.kind === 'unanswered' && before.fault
  return isSame ? before : resting
}

/** The request that carries on with the shown branch. */
export function toRequest(
  { system, ...rest }: RequestOptions,
  { thread, nodes }: StoredThread,
  records: readonly CallRecord[],
): ChatRequest {
  const { told, summary } = toldPath({ thread, nodes })
  const said = withSummary(requestMessages(told, records), summary)
  if (system === undefined || system.trim() === '') return { ...rest, messages: said }
  return { ...rest, messages: [{ role: 'system', id: 'system', parts: [{ type: 'text', text: system }] }, ...said] }
}

/** The conversation as the next request tells it. An answer that broke off is told only by its words. */
function requestMessages(path: readonly ThreadNode[], records: readonly CallRecord[]): readonly Message[] {
  const byKey = new Map(records.map((record) => [record.key, record]))
  return path.flatMap(({ message, notes }): readonly Message[] => {
    if (message.role !== 'assistant') return [message]
    if (!notes?.cut) return [settledAnswer(message, byKey)]
    const words = message.parts.filter((part) => part.type === 'text' && part.text.trim() !== '')
    return words.length > 0 ? [{ ...message, parts: words }] : []
  })
}
