import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLazyAgent } from './lazy-agent.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lazy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const answer = async () => Response.json({ threads: [{ id: 'one' }] })

/** A server whose agent says when it is loaded, and has one thread. */
function serve() {
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: folder } })
  let loads = 0
  const agent = createLazyAgent(config.agent, {
    onBug: (error) => {
      throw error
    },
    load: async () => {
      loads += 1
      return { chat: answer, threads: answer, close: async () => {} }
    },
  })
  const app = createApp(config, { agent: agent.open })
  const get = async (path: string) => await (await app.request(`http://127.0.0.1:4317${path}`)).json()
  return { get, loads: () => loads }
}

test('a page that looks what waits does not load the graph library into a server that never had a thread', async () => {
  const { get, loads } = serve()
  expect(await get('/api/threads')).toEqual({ threads: [] })
  expect(await get('/api/threads?status=waiting')).toEqual({ threads: [] })
  expect(loads()).toBe(0)
})

test('asking for one thread loads it, and then the list is its own', async () => {
  const { get, loads } = serve()
  await get('/api/threads/one')
  expect(loads()).toBe(1)
  expect(await get('/api/threads')).toEqual({ threads: [{ id: 'one' }] })
  expect(loads()).toBe(1)
})

test('a server that had threads before loads it at once', async () => {
  writeFileSync(join(folder, 'agent.sqlite'), '')
  const { get, loads } = serve()
  expect(await get('/api/threads')).toEqual({ threads: [{ id: 'one' }] })
  expect(loads()).toBe(1)
})
