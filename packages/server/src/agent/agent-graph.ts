import { Annotation, Command, Send, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { Message, ToolResult } from '@parley/dialects'
import type { AgentRun } from './agent-run.ts'
import type { CallTask, EndedTurn, Turn } from './agent-state.ts'
import { answerStep } from './answer-step.ts'
import { GraphStep } from './graph-step.ts'
import { settleAgentCall } from './settle-agent-call.ts'

const state = Annotation.Root({
  messages: Annotation<readonly Message[]>({ reducer: joinMessages, default: () => [] }),
  turn: Annotation<Turn>(),
  /** `null`, not nothing: LangGraph makes and catches an error whenever it reads a channel that is empty. */
  ended: Annotation<EndedTurn | null>({ reducer: (_, next) => next, default: () => null }),
})

export type AgentNode = '__start__' | 'model' | 'call'
export type AgentState = typeof state.State
export type AgentGraph = ReturnType<typeof buildGraph>

/**
 * model → one task for each call of its answer → model → … → end. A call that needs the page or the user interrupts its
 * task; what other tasks have done by then is kept, and is not done again.
 */
export function buildGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(state)
    .addNode('model', new GraphStep(answer), { ends: ['call'] })
    .addNode('call', new GraphStep(settleAgentCall))
    .addEdge(START, 'model')
    .addEdge('call', 'model')
    .compile({ checkpointer })
}

async function answer(now: AgentState, run: AgentRun) {
  const update = await answerStep(now, run)
  return new Command({ update, goto: sendCalls(update.messages?.at(-1), now.turn) })
}

/** One task for each call of an answer; `known`: results that need not be found again. */
export function sendCalls(
  message: Message | undefined,
  turn: Turn,
  known: Readonly<Record<string, ToolResult>> = {},
): Send<'call', CallTask>[] {
  if (message?.role !== 'assistant') return []
  // An offer is for a person to take up: told that it could not be read, the model would show it again until no step is left.
  const calls = message.parts
    .filter((part) => part.type === 'tool-call' || part.type === 'broken-call')
    .filter((call) => call.type === 'tool-call' || call.offer === undefined)
  const ofPage = new Set(turn.tools.map(({ name }) => name))
  return calls.map((call) => {
    const isOfPage = call.name !== undefined && ofPage.has(call.name)
    const result = Object.hasOwn(known, call.id) ? known[call.id] : undefined
    const task: CallTask = { turnId: turn.id, messageId: message.id, call, isOfPage, ...(result && { known: result }) }
    return new Send('call', task)
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
