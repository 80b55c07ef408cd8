import { readConfig } from '@parley/server'
import { openPostgresStore, openSqliteStore, serveAgent } from '@parley/server/agent'
import { startServer } from '@parley/server/node'
import { storyTools } from './story-tools.ts'
import { watchStore } from './watch-store.ts'

/** A server process for tests that kill it: it tells each thing it is about to do, and waits until it may. */
const told = new Map<number, () => void>()
let count = 0

async function point(name: string): Promise<void> {
  const id = ++count
  const go = new Promise<void>((resolve) => told.set(id, resolve))
  process.send?.({ type: 'point', id, name })
  await go
}

process.on('message', (message: { type: string; id?: number }) => {
  if (message.type === 'go' && message.id !== undefined) told.get(message.id)?.()
  if (message.type === 'open') void open()
})

process.on('disconnect', () => process.exit())

async function open(): Promise<void> {
  const config = readConfig({ env: process.env, file: process.env['REPLICA_CONFIG'] ?? '{}' })
  const server = await startServer({
    config,
    tools: storyTools(process.env['WORLD_URL'] ?? '', point),
    async agent(house, { database, folder, leaseMs }) {
      const options = { replica: crypto.randomUUID(), leaseMs }
      const store =
        database === undefined
          ? await openSqliteStore(`${folder}/agent.sqlite`, options)
          : await openPostgresStore(database, options)
      return serveAgent(house, watchStore(store, point), { keepDays: 1, leaseMs })
    },
  })
  process.send?.({ type: 'open', url: server.url })
}

process.send?.({ type: 'ready' })
