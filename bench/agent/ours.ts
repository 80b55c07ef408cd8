import type { StreamEvent } from '@parley/dialects'
import { type BackendTool, createApp, type Door, readConfig } from '@parley/server'
import type { AgentStore } from '@parley/server/agent'
import { createAgent } from '../../packages/server/src/agent/agent.ts'
import { resumeThread } from '../../packages/server/src/agent/resume-thread.ts'
import { type Listen, listenTo } from '../../packages/server/src/agent/tell-thread.ts'
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

/** Everything below the HTTP door: the thread is kept, leased, told, worked on by our graph, and listened to until it ends. */
export function ourTurn(store: AgentStore, waits: boolean): OurTurn {
  const agent = createAgent(houseOf(waits), store, { keepDays: 90, leaseMs: 10_000 })
  const tools = waits ? [look.spec] : []
  const ask: Turn = async (id) => {
    const turn = { id: crypto.randomUUID(), model: 'ready', tools, settings: {}, system: [] }
    const messages = [{ role: 'user', id: crypto.randomUUID(), parts: [{ type: 'text', text: 'Go.' }] }] as const
    await store.threads.find(id, 'bench')
    const accepted = await store.threads.begin({ id, owner: 'bench', title: 'Go.', model: 'ready' }, [
      { key: `turn ${turn.id}`, body: { type: 'turn', turn, messages } },
    ])
    if (accepted) await heard(listenTo(agent, accepted, true))
  }
  return {
    ask,
    close: () => agent.close(),
    async turn(id) {
      await ask(id)
      for (let step = 0; step < (waits ? STEPS(waits) : 0); step++) {
        const thread = await store.threads.find(id, 'bench')
        const answer = { type: 'result', callId: callAt(step).id, outcome: 'ok', content: 'answered' } as const
        if (thread) await heard(await resumeThread(agent, thread, [answer]))
      }
    },
  }
}

async function heard(listen: Listen): Promise<void> {
  for await (const batch of listen(new AbortController().signal))
    for (const event of batch) if (event.type === 'fault') throw new Error(event.fault.message)
}

/** The server's own parts, with a model behind them that has its answers ready. */
function houseOf(waits: boolean): Door {
  let house: Door | undefined
  createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' } }), {
    tools: waits ? [] : [look],
    agent(opened) {
      house = opened
      return { chat: async () => new Response(), threads: async () => new Response() }
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
  if (!house) throw new Error('The app opens its agent when it is made.')
  return house
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
