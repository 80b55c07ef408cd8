import type { StreamEvent } from '@parley/dialects'
import { type BackendTool, createApp, readConfig } from '@parley/server'
import { type AgentStore, serveAgent } from '@parley/server/agent'
import { callAt, STEPS, TOOL, type Turn } from './turn.ts'

const look: BackendTool = {
  spec: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
  check: () => undefined,
  needsApproval: () => undefined,
  run: async ({ at }) => await TOOL({ at: String(at) }),
}

export interface OurTurn {
  readonly turn: Turn
  /** Only the question. */
  readonly ask: Turn
  close(): Promise<void>
}

/** The whole way: a request at the door, the stream read to its end, a resume for every call that waits. */
export function ourTurn(store: AgentStore, waits: boolean): OurTurn {
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no' } })
  let close = async () => undefined as void
  const app = createApp(config, {
    tools: waits ? [] : [look],
    agent(house) {
      const agent = serveAgent(house, store, { keepDays: 90, leaseMs: 10_000 })
      close = () => agent.close()
      return agent
    },
    providers: [
      {
        id: 'ready',
        label: 'Ready',
        models: async () => [{ id: 'ready', native: true }],
        async *respond({ messages }) {
          const done = messages.filter(({ role }) => role === 'tool').length
          yield done < STEPS(waits) ? calling(callAt(done)) : saying('Done.')
        },
      },
    ],
  })
  const post = async (path: string, body: object) =>
    await (await app.request(path, { method: 'POST', body: JSON.stringify(body) })).text()
  const tools = waits ? { look: { description: 'Looks.', parameters: { type: 'object' } } } : {}
  const ask: Turn = async (threadId) => {
    const messages = [{ role: 'user', content: 'Go.' }]
    await post('/api/chat', { messages, tools, config: { mode: 'agent', model: 'ready', threadId } })
  }
  return {
    ask,
    close: () => close(),
    async turn(threadId) {
      await ask(threadId)
      for (let step = 0; waits && step < STEPS(waits); step++)
        await post(`/api/threads/${threadId}/resume`, {
          answers: [{ type: 'result', callId: callAt(step).id, content: 'answered' }],
        })
    },
  }
}

const saying = (text: string): readonly StreamEvent[] => [
  { type: 'message-start', messageId: crypto.randomUUID(), model: 'ready' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-end', part: 0, value: { type: 'text', text } },
  { type: 'message-end', reason: 'done' },
]

const calling = ({ id, name, input }: ReturnType<typeof callAt>): readonly StreamEvent[] => [
  { type: 'message-start', messageId: crypto.randomUUID(), model: 'ready' },
  { type: 'part-start', part: 0, kind: 'tool-call', callId: id, name },
  { type: 'part-end', part: 0, value: { type: 'tool-call', id, name, input } },
  { type: 'message-end', reason: 'calls' },
]
