import { INTERRUPT, isInterrupted } from '@langchain/langgraph'
import type { BaseCheckpointSaver, CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { Message, ToolCall, ToolResult } from '@parley/dialects'
import type { PendingCall } from '../chat/chat-event.ts'
import type { NotOffered } from '../tools/remote-tool.ts'
import type { AgentState } from './agent-graph.ts'
import type { AnswerNote, Turn } from './agent-state.ts'
import type { KeptReceipt } from './receipts/receipt.ts'
import type { Settled } from './store/agent-thread-store.ts'
import { PagedSaver } from './store/paged-saver.ts'

export interface AgentThreadState {
  /** Also what finished tasks of an unfinished step have added. */
  readonly messages: readonly Message[]
  /** Without what was added after the checkpoint. */
  readonly messagesThen: readonly Message[]
  /** Absent: the thread has no turn yet. */
  readonly turn?: Turn
  /** Tools that were chosen for it, and that the model is not told of. */
  readonly notOffered: readonly NotOffered[]
  /** Of answers that were given here. */
  readonly notes: readonly AnswerNote[]
  /** Of calls that have their results, as far as their step is stored. */
  readonly receipts: readonly KeptReceipt[]
}

export const configOf = (threadId: string, checkpointId?: string) => ({
  configurable: { thread_id: threadId, ...(checkpointId !== undefined && { checkpoint_id: checkpointId }) },
})

/** A thread as its newest checkpoint has it, or an older one. */
export async function readThread(
  saver: BaseCheckpointSaver,
  threadId: string,
  checkpointId?: string,
): Promise<AgentThreadState | undefined> {
  return toAgentThreadState(await new PagedSaver(saver).getTuple(configOf(threadId, checkpointId)))
}

interface Channels {
  readonly messages?: readonly Message[]
  readonly turn?: Turn
  readonly notOffered?: readonly NotOffered[]
  readonly receipts?: readonly KeptReceipt[]
  readonly notes?: readonly AnswerNote[]
}

export function toAgentThreadState(tuple: CheckpointTuple | undefined): AgentThreadState | undefined {
  if (!tuple) return undefined
  // The channels of our own graph, as it wrote them. A question that was stored and not yet taken in lies in the first.
  const { __start__: asked, ...held } = tuple.checkpoint.channel_values as Channels & { readonly __start__?: Channels }
  const added = (tuple.pendingWrites ?? []).flatMap(([, channel, value]) => (channel === 'messages' ? (value as Message[]) : []))
  const messagesThen = held.messages ?? []
  const turn = asked?.turn ?? held.turn
  return {
    messages: [...messagesThen, ...(asked?.messages ?? added)],
    messagesThen,
    notOffered: held.notOffered ?? [],
    receipts: held.receipts ?? [],
    notes: held.notes ?? [],
    ...(turn && { turn }),
  }
}

/** Calls of the last answer that have no result. */
export function unanswered(messages: readonly Message[]): readonly ToolCall[] {
  const last = messages.findLast((message) => message.role === 'assistant')
  const done = new Set(messages.flatMap((message) => (message.role === 'tool' ? message.parts.map(({ callId }) => callId) : [])))
  return (last?.parts ?? []).filter((part): part is ToolCall => part.type === 'tool-call' && !done.has(part.id))
}

export function resultsOf(messages: readonly Message[]): readonly ToolResult[] {
  return messages.flatMap((message) => (message.role === 'tool' ? message.parts : []))
}

/** Where the graph stopped. */
export function settledOf(output: AgentState): Settled {
  const pending = isInterrupted<PendingCall>(output) ? output[INTERRUPT].flatMap(({ value }) => (value ? [value] : [])) : []
  if (pending.length > 0) return { status: 'waiting', pending: asCalled(pending, output.messages) }
  const { turn, ended } = output
  const fault = ended?.turnId === turn.id ? ended.fault : undefined
  return fault ? { status: 'failed', pending, fault } : { status: 'idle', pending }
}

/** In the order in which the model called, whichever came to its question first. */
function asCalled(pending: readonly PendingCall[], messages: readonly Message[]): readonly PendingCall[] {
  const places = new Map(unanswered(messages).map(({ id }, index) => [id, index]))
  return pending.toSorted((one, other) => (places.get(one.callId) ?? 0) - (places.get(other.callId) ?? 0))
}
