import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type AgentStore, type OpenedAgent, serveAgent } from '@parley/server/agent'
import { createReadyApp, look } from './ready-app.ts'
import { callAt, type Plan, type Turn } from './turn.ts'

/** The same turn as a client has it: through the HTTP door, over a socket, with the events of the stream read to their end. */
export async function httpTurn(store: AgentStore, plan: Plan): Promise<{ readonly turn: Turn; close(): Promise<void> }> {
  let agent: OpenedAgent | undefined
  const app = createReadyApp(plan, (house) => {
    agent = serveAgent(house, store, { keepDays: 90, leaseMs: 10_000 })
    return agent
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  // It listens on a port, not on a path.
  const { port } = server.address() as AddressInfo
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?events=canonical`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok || text.includes('"type":"fault"')) throw new Error(text)
  }
  const tools = plan.waits ? { look: look.spec } : {}
  return {
    async turn(id) {
      const config = { mode: 'agent', threadId: id, model: 'ready' }
      await post('/api/chat', { messages: [{ role: 'user', content: 'Go.' }], tools, config })
      for (let step = 0; step < (plan.waits ? plan.calls : 0); step++)
        await post(`/api/threads/${id}/resume`, {
          answers: [{ type: 'result', callId: callAt(step).id, content: 'answered' }],
        })
    },
    async close() {
      await agent?.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
