import type { ServerContext } from '@parley/server'
import type { AgentStore } from '@parley/server/agent'
import { createAgent } from '../../packages/server/src/agent/agent.ts'
import { resumeThread } from '../../packages/server/src/agent/resume-thread.ts'
import { type Listen, listenTo } from '../../packages/server/src/agent/tell-thread.ts'
import { createReadyApp, look } from './ready-app.ts'
import { callAt, type Plan, type Turn } from './turn.ts'

export interface OurTurn {
  readonly turn: Turn
  /** Only the question. */
  readonly ask: Turn
  /** Only the answer to the call that waits. */
  answer(id: string, step: number, owner?: string): Promise<void>
  close(): Promise<void>
}

/** Everything below the HTTP door: the thread is kept, leased, told, worked on by our graph, and listened to until it ends. */
export function ourTurn(store: AgentStore, plan: Plan): OurTurn {
  const agent = createAgent(contextOf(plan), store, { keepDays: 90, leaseMs: 10_000 })
  const tools = plan.waits ? [look.spec] : []
  const ask: Turn = async (id) => {
    const turn = { id: crypto.randomUUID(), model: 'ready', tools, settings: {}, system: [] }
    const messages = [{ role: 'user', id: crypto.randomUUID(), parts: [{ type: 'text', text: 'Go.' }] }] as const
    await store.threads.find(id, 'bench')
    const accepted = await store.threads.begin({ name: id, owner: 'bench', title: 'Go.', model: 'ready' }, [
      { key: `turn ${turn.id}`, body: { type: 'turn', turn, messages } },
    ])
    if (accepted) await heard(listenTo(agent, accepted))
  }
  const answer = async (id: string, step: number, owner = 'bench') => {
    const thread = await store.threads.find(id, owner)
    if (!thread) throw new Error(`${owner} has no thread ${id}.`)
    const given = { type: 'result', callId: callAt(step).id, outcome: 'ok', content: 'answered' } as const
    await heard(await resumeThread(agent, { thread, isOurs: true }, [given]))
  }
  return {
    ask,
    answer,
    close: () => agent.close(),
    async turn(id) {
      await ask(id)
      for (let step = 0; step < (plan.waits ? plan.calls : 0); step++) await answer(id, step)
    },
  }
}

async function heard(listen: Listen): Promise<void> {
  for await (const batch of listen(new AbortController().signal))
    for (const event of batch) if (event.type === 'fault') throw new Error(event.fault.message)
}

function contextOf(plan: Plan): ServerContext {
  let server: ServerContext | undefined
  createReadyApp(plan, (opened) => {
    server = opened
    return { chat: async () => new Response(), threads: async () => new Response() }
  })
  if (!server) throw new Error('The app opens its agent when it is made.')
  return server
}
