import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { startPostgres } from '../agent/harness/start-postgres.ts'
import { installAsTheImageDoes } from './install-image.ts'
import { keepAsking } from './keep-asking.ts'
import { startProxy } from './start-proxy.ts'
import { type Replica, startReplica } from './start-replica.ts'

// `npm run test:deploy`: what deploy/ describes, played by hand where there is no Docker. The packages are installed as the
// Dockerfile says, two replicas stand on a real PostgreSQL behind a real nginx with deploy/nginx.conf, and both are
// restarted, one after the other, while clients ask without a pause.

const TOKEN = 'open-sesame'
const say = (text: string) => console.log(`✓ ${text}`)

const image = await installAsTheImageDoes()
say('the packages are installed in an empty folder')
const postgres = await startPostgres({ careless: false })
const database = await postgres.create()
const replicas: Replica[] = []
const start = (port?: number) => startReplica(image, { database, token: TOKEN, ...(port !== undefined && { port }) })
try {
  replicas.push(await start(), await start())
  const proxy = await startProxy(replicas.map(({ port }) => port))
  try {
    await rollingRestart(proxy.url)
  } finally {
    await proxy.stop()
  }
} finally {
  for (const replica of replicas) replica.kill()
  await postgres.stop()
  rmSync(image.folder, { recursive: true, force: true })
}

async function rollingRestart(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const config = { mode: 'agent', threadId: 'primes', enabledTools: ['browser_js'] }
  const messages = [{ role: 'user', content: 'Sum all primes below 1000' }]
  const asked = await fetch(`${url}api/chat`, { method: 'POST', headers, body: JSON.stringify({ messages, config }) })
  await asked.text()
  const waiting = await threadOf(url)
  assert.equal(waiting.status, 'waiting')
  say('a thread waits for its person')

  const asking = keepAsking(url, TOKEN, 12)
  await asking.answered(30)
  for (const [index, replica] of replicas.entries()) {
    assert.equal(await replica.stop(), 0, 'a replica that is told to stop ends with 0')
    replicas[index] = await start(replica.port)
    await asking.answered(30)
    say(`replica ${index + 1} drained, ended with 0, left its port free, and is back`)
  }
  const { whole, broken } = await asking.end()
  assert.deepEqual(broken.slice(0, 3), [], `${broken.length} answers were lost`)
  say(`${whole} streamed answers came to their end meanwhile, none was lost or refused`)

  const answers = [{ type: 'result', callId: waiting.pending[0]?.callId, content: '76127' }]
  const resumed = await fetch(`${url}api/threads/primes/resume`, { method: 'POST', headers, body: JSON.stringify({ answers }) })
  assert.match(await resumed.text(), /76127/)
  assert.equal((await threadOf(url)).status, 'idle')
  say('the thread that waited went on where both replicas are new')
}

interface Thread {
  readonly status: string
  readonly pending: readonly { readonly callId: string }[]
}

async function threadOf(url: string): Promise<Thread> {
  const response = await fetch(`${url}api/threads/primes`, { headers: { authorization: `Bearer ${TOKEN}` } })
  // Our own door.
  return (await response.json()) as Thread
}
