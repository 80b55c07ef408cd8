import type { Message } from '@parley/dialects'
import type { Agent } from './agent.ts'
import { configOf, readThread } from './agent-thread-state.ts'
import { stepsIn } from './answer-step.ts'
import { PagedSaver } from './store/paged-saver.ts'
import type { ThreadRecord } from './store/thread-record.ts'

/** A thread as lists show it. */
export function toThread({ name, title, status, pending, fault, model, createdAt, updatedAt }: ThreadRecord) {
  return { id: name, title, status, pending, model, createdAt, updatedAt, ...(fault && { fault }) }
}

const HISTORY = 50

/** All there is to know about a thread: its messages, what it waits for, and the steps it can be forked from, newest first. */
export async function toThreadDocument({ store }: Agent, thread: ThreadRecord, withCheckpoints = true) {
  const state = await readThread(store.saver, thread.id)
  const answered = new Set(thread.inbox.flatMap(({ body }) => (body.type === 'answer' ? [body.callId] : [])))
  const checkpoints: object[] = []
  if (withCheckpoints)
    for await (const tuple of new PagedSaver(store.saver).list(configOf(thread.id), { limit: HISTORY })) {
      // A question that was not yet taken in: the next one has it.
      if (tuple.metadata?.source === 'input') continue
      // The channels of our own graph, as it wrote them.
      const { messages = [] } = tuple.checkpoint.channel_values as { messages?: readonly Message[] }
      const last = messages.at(-1)
      if (last)
        checkpoints.push({
          id: tuple.checkpoint.id,
          at: Date.parse(tuple.checkpoint.ts),
          after: AFTER[last.role],
          messages: messages.length,
        })
    }
  return {
    ...toThread(thread),
    pending: thread.pending.filter(({ callId }) => !answered.has(callId)),
    messages: state?.messages ?? [],
    notOffered: state?.notOffered ?? [],
    notes: state?.notes ?? [],
    ...(thread.summaries.length > 0 && { summaries: thread.summaries }),
    ...(state?.turn && { turnId: state.turn.id, steps: stepsIn(state.messages) }),
    checkpoints,
  }
}

const AFTER: { readonly [Role in Message['role']]: string } = {
  system: 'question',
  user: 'question',
  assistant: 'answer',
  tool: 'results',
}
