import { Annotation, Command, END, INTERRUPT, interrupt, isInterrupted, Send, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { Message, ToolCall } from '@parley/dialects'
import { callAt, type Plan, TOOL, type Turn } from './turn.ts'

// What is said has the same shape as ours, so that both store the same.
const said = (role: 'user' | 'assistant', text: string): Message => ({
  role,
  id: crypto.randomUUID(),
  parts: [{ type: 'text', text }],
})

const callIn = (message: Message | undefined) =>
  message?.role === 'assistant' ? message.parts.find((part) => part.type === 'tool-call') : undefined

const state = Annotation.Root({
  messages: Annotation<readonly Message[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
})

/** The same graph as ours with nothing in it: a model that has its answers ready, and one task for each call. */
function bareGraph(checkpointer: BaseCheckpointSaver, { calls, waits }: Plan) {
  return new StateGraph(state)
    .addNode('model', ({ messages }) => {
      const done = messages.filter(({ role }) => role === 'tool').length
      if (done >= calls) return { messages: [said('assistant', 'Done.')] }
      const call: Message = { role: 'assistant', id: crypto.randomUUID(), parts: [{ type: 'tool-call', ...callAt(done) }] }
      return { messages: [call] }
    })
    .addNode('call', async ({ call }: { call: ToolCall }) => {
      const text = waits ? interrupt<unknown, string>(call) : await TOOL({ at: String(call.input['at']) })
      const { id: callId, name } = call
      const result = { type: 'tool-result', callId, name, outcome: 'ok', content: [{ type: 'text', text }] } as const
      const answer: Message = { role: 'tool', id: `${callId}-results`, parts: [result] }
      return { messages: [answer] }
    })
    .addEdge(START, 'model')
    .addConditionalEdges(
      'model',
      ({ messages }) => {
        const call = callIn(messages.at(-1))
        return call ? [new Send('call', { call })] : END
      },
      ['call', END],
    )
    .addEdge('call', 'model')
    .compile({ checkpointer })
}

export function bareTurn(checkpointer: BaseCheckpointSaver, plan: Plan, durability: 'sync' | 'async'): Turn {
  const graph = bareGraph(checkpointer, plan)
  return async (id) => {
    const config = { configurable: { thread_id: id }, durability, recursionLimit: 2 * plan.calls + 10 }
    let output: unknown = await graph.invoke({ messages: [said('user', 'Go.')] }, config)
    while (isInterrupted(output)) {
      const [asked] = output[INTERRUPT]
      output = await graph.invoke(new Command({ resume: { [asked?.id ?? '']: 'answered' } }), config)
    }
  }
}
