import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSqliteStore } from '../agent/index.ts'
import { agentApps } from '../testing/agent-app.ts'
import { createRateLimit } from './rate-limit.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-rates-'))
const open = agentApps()
afterAll(() => rmSync(folder, { recursive: true }))

test('replicas that share a database share a limit of requests: what one let through, the other counts', async () => {
  const path = join(folder, 'agent.sqlite')
  const other = await openSqliteStore(path, { replica: 'other', leaseMs: 10_000 })
  const one = await open({ path, config: { limits: { requestsPerMinute: 2 } } })
  const client = ''
  expect(await other.rates?.take(client, 2)).toBeUndefined()
  expect((await one.send('/api/respond', {})).status).toBe(400)
  const refused = await one.send('/api/respond', {})
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await other.rates?.take(client, 2)).toBeGreaterThan(0)
  await other.close()
})

test('while the place that replicas share is away, each process counts for itself, and does not wait for it at every request', async () => {
  let time = 0
  let asked = 0
  const failures: unknown[] = []
  const limit = createRateLimit({
    perMinute: 2,
    now: () => time,
    shared: () => ({
      async take() {
        asked++
        throw new Error('away')
      },
    }),
    onFailure: (error) => failures.push(error),
  })
  await limit('anna')
  await limit('anna')
  await expect(limit('anna')).rejects.toThrow('Too many requests. Try again in 30 seconds')
  await limit('ben')
  expect([asked, failures.length]).toEqual([1, 1])
  time += 30_000
  await limit('anna')
  expect(asked).toBe(2)
})
