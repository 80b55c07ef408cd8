import type { Agent } from './agent.ts'
import type { ThreadRecord } from './store/thread-record.ts'
import { tellThread } from './tell-thread.ts'

/** Ends the turn, wherever it runs. Calls that wait get a result that says so; what was said stays said. */
export async function cancelThread(agent: Agent, thread: ThreadRecord): Promise<void> {
  const { store, runner } = agent
  if (thread.status === 'waiting') {
    const entries = thread.pending.map(({ callId }) => ({
      key: `call ${JSON.stringify(callId)}`,
      body: { type: 'answer', callId, answer: { kind: 'cancel' } } as const,
    }))
    const listen = await tellThread(agent, thread, entries, () => undefined)
    for await (const _ of listen(new AbortController().signal)) continue
    return
  }
  if (thread.status !== 'running') return
  const live = runner.liveOf(thread.id)
  if (live) {
    runner.cancel(thread.id)
    await live.over
    return
  }
  await store.threads.cancel(thread.id)
}
