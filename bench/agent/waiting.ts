import type { AgentStore } from '@parley/server/agent'
import { ourTurn } from './ours.ts'

/** Threads that wait for somebody hold no connection, no timer and no memory: what do they cost while nothing happens? */
export async function holdWaiting(store: AgentStore, count: number): Promise<void> {
  const idle = await processorOver(5000)
  const ours = ourTurn(store, { name: 'waits', calls: 1, waits: true })
  for (let made = 0; made < count; made++) await ours.ask(`waiting-${made}`)
  globalThis.gc?.()
  await processorOver(2000)
  const memory = process.memoryUsage().heapUsed
  const waiting = await processorOver(5000)
  console.log(`\n${count} threads wait: ${waiting.toFixed(1)} ms of processor time in 5 s, ${idle.toFixed(1)} ms without any`)
  console.log(`heap: ${(memory / 1024 / 1024).toFixed(0)} MB`)
  await ours.close()
}

async function processorOver(milliseconds: number): Promise<number> {
  const before = process.cpuUsage()
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
