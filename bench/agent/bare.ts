import { Annotation, Command, END, INTERRUPT, interrupt, isInterrupted, Send, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { callAt, STEPS, TOOL, type Turn } from './turn.ts'

interface Said {
  readonly role: string
  readonly text?: string
  readonly call?: ReturnType<typeof callAt>
}

const state = Annotation.Root({
  messages: Annotation<readonly Said[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
})

/** The same graph as ours with nothing in it: a model that has its answers ready, and one task for each call. */
export function bareGraph(checkpointer: BaseCheckpointSaver, waits: boolean) {
  return new StateGraph(state)
    .addNode('model', ({ messages }) => {
      const done = messages.filter(({ role }) => role === 'tool').length
      return {
        messages: [done < STEPS(waits) ? { role: 'assistant', call: callAt(done) } : { role: 'assistant', text: 'Done.' }],
      }
    })
    .addNode('call', async ({ call }: { call: ReturnType<typeof callAt> }) => {
      const text = waits ? interrupt<unknown, string>(call) : await TOOL(call.input)
      return { messages: [{ role: 'tool', text }] }
    })
    .addEdge(START, 'model')
    .addConditionalEdges(
      'model',
      ({ messages }) => {
        const call = messages.at(-1)?.call
        return call ? [new Send('call', { call })] : END
      },
      ['call', END],
    )
    .addEdge('call', 'model')
    .compile({ checkpointer })
}

export function bareTurn(checkpointer: BaseCheckpointSaver, waits: boolean, durability: 'sync' | 'async'): Turn {
  const graph = bareGraph(checkpointer, waits)
  return async (id) => {
    const config = { configurable: { thread_id: id }, durability, recursionLimit: 100 }
    let output: unknown = await graph.invoke({ messages: [{ role: 'user', text: 'Go.' }] }, config)
    while (isInterrupted(output)) {
      const [asked] = output[INTERRUPT]
      output = await graph.invoke(new Command({ resume: { [asked?.id ?? '']: 'answered' } }), config)
    }
  }
}
