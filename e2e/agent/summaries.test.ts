import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startParley } from '../stories/support/parley-server.ts'
import { startUpstream, type Upstream } from '../stories/support/scripted-upstream.ts'
import { SLOWNESS } from './harness/slowness.ts'
import { type Postgres, startPostgres } from './harness/start-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-summaries-'))
let postgres: Postgres
let upstream: Upstream

beforeAll(async () => {
  postgres = await startPostgres()
  upstream = await startUpstream()
}, 60_000 * SLOWNESS)

afterAll(async () => {
  await upstream.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const isSummary = (text: string) => text.startsWith('Below is the earlier part')

const DATABASES = {
  SQLite: async () => ({ PARLEY_DATA: join(folder, 'sqlite') }),
  PostgreSQL: async () => ({ PARLEY_DATA: join(folder, 'postgres'), DATABASE_URL: await postgres.create() }),
}

test.each(Object.entries(DATABASES))(
  'a summary in %s outlives the server that made it, and one that was not made leaves nothing',
  {
    timeout: 60_000 * SLOWNESS,
  },
  async (_, database) => {
    const asked = Promise.withResolvers<void>()
    const never = new Promise<void>(() => undefined)
    let isFirst = true
    upstream.play(({ messages }) => {
      const last = messages.at(-1)?.content ?? ''
      if (!isSummary(last)) return { text: `Fine, ${last}.` }
      if (!isFirst) return { text: 'APPLES come first.' }
      isFirst = false
      asked.resolve()
      // It never comes to its end: the server is killed while it listens.
      return { text: 'half of it', pieces: 4, breakAfter: 4, breakWhen: never }
    })
    const env = { PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_RETRIES: '0', ...(await database()) }
    let server = await startParley(env)
    const door = async (path: string, method = 'GET', body?: object): Promise<Response> =>
      await fetch(`${server.url}api/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
    const ask = async (content: string) => {
      const config = { mode: 'agent', model: 'scripted', threadId: 't' }
      const answer = await door('chat', 'POST', { messages: [{ role: 'user', content }], config })
      expect(await answer.text()).toContain(`Fine, `)
    }
    const told = () => JSON.stringify(upstream.requests.at(-1)?.messages)
    const thread = async () => (await (await door('threads/t')).json()) as { messages: unknown[]; summaries?: { text: string }[] }
    const restart = async () => {
      await server.kill()
      server = await startParley(env)
    }
    try {
      for (const fruit of ['apples', 'pears', 'plums']) await ask(fruit)
      const lost = door('threads/t/summary', 'POST', {}).catch(() => undefined)
      await asked.promise
      await restart()
      await lost
      expect(await thread()).not.toHaveProperty('summaries')

      expect(await (await door('threads/t/summary', 'POST', {})).json()).toMatchObject({
        summaries: [{ text: 'APPLES come first.' }],
      })
      await restart()
      expect(await thread()).toMatchObject({ summaries: [{ text: 'APPLES come first.' }] })
      expect((await thread()).messages).toHaveLength(6)
      await ask('figs')
      expect(told()).toContain('APPLES come first.')
      expect(told()).not.toContain('Fine, apples')

      await door('threads/t/summary', 'DELETE')
      await restart()
      await ask('limes')
      expect(told()).toContain('Fine, apples')
      expect(told()).not.toContain('APPLES come first.')
    } finally {
      await server.kill()
    }
  },
)
