import { Annotation, Command, Send, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { Message } from '@parley/dialects'
import type { AgentRun, CallTask, EndedTurn, Turn } from './agent-state.ts'
import { answerStep } from './answer-step.ts'
import { settleAgentCall } from './settle-agent-call.ts'

const state = Annotation.Root({
  messages: Annotation<readonly Message[]>({ reducer: joinMessages, default: () => [] }),
  turn: Annotation<Turn>(),
  ended: Annotation<EndedTurn | null>({ reducer: (_, next) => next, default: () => null }),
})

export type AgentState = typeof state.State

/**
 * model → one task for each call of its answer → model → … → end. A call that needs the page or the user interrupts its
 * task; what other tasks have done by then is kept, and is not done again.
 */
export function buildGraph(checkpointer: BaseCheckpointSaver, run: AgentRun) {
  return new StateGraph(state)
    .addNode('model', async (now: AgentState) => goOn(await answerStep(now, run), now.turn), { ends: ['call'] })
    .addNode('call', (task: CallTask) => settleAgentCall(task, run))
    .addEdge(START, 'model')
    .addEdge('call', 'model')
    .compile({ checkpointer })
}

function goOn(update: Partial<AgentState>, turn: Turn) {
  return new Command({ update, goto: sendCalls(update.messages?.at(-1), turn) })
}

/** One task for each call of an answer. */
export function sendCalls(message: Message | undefined, turn: Turn): Send<'call', CallTask>[] {
  if (message?.role !== 'assistant') return []
  // An offer is for a person to take up: told that it could not be read, the model would show it again until no step is left.
  const calls = message.parts
    .filter((part) => part.type === 'tool-call' || part.type === 'broken-call')
    .filter((call) => call.type === 'tool-call' || call.offer === undefined)
  const ofPage = new Set(turn.tools.map(({ name }) => name))
  return calls.map((call) => {
    const isOfPage = call.name !== undefined && ofPage.has(call.name)
    return new Send('call', { turnId: turn.id, messageId: message.id, call, isOfPage })
  })
}

/** Results of one answer come from several tasks and stand in one message. */
function joinMessages(before: readonly Message[], more: readonly Message[]): readonly Message[] {
  const joined = [...before]
  for (const message of more) {
    const last = joined.at(-1)
    if (last?.role === 'tool' && message.role === 'tool' && last.id === message.id)
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...message.parts] }
    else joined.push(message)
  }
  return joined
}
