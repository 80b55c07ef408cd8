import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/workspace/root.mjs'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { type Reply, startUpstream, type Upstream } from '../stories/support/scripted-upstream.ts'
import { SLOWNESS } from './harness/slowness.ts'
import { type Postgres, startPostgres } from './harness/start-postgres.ts'

/** A server that is killed around calls of an MCP server, which knows no key under which something would happen once. */
let postgres: Postgres
let upstream: Upstream
const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-kills-'))
beforeAll(async () => {
  postgres = await startPostgres()
  upstream = await startUpstream()
})
afterAll(async () => {
  await postgres.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Thread {
  readonly status: string
  readonly pending: readonly { readonly callId: string; readonly kind: string; readonly asks?: number }[]
  readonly messages: readonly {
    readonly role: string
    readonly parts: readonly { readonly content?: readonly { readonly text: string }[] }[]
  }[]
}

/** One server with one MCP server, which writes a diary and waits for a sign. */
async function openHouse(name: string, database: string | undefined) {
  const [diary, sign, servers, settings] = ['diary', 'sign', 'servers', 'config'].map((file) =>
    join(folder, `${name}-${file}`),
  ) as [string, string, string, string]
  writeFileSync(diary, '')
  const program = join(root, 'packages/server/src/mcp/testing/asking-server.ts')
  writeFileSync(servers, JSON.stringify({ mcpServers: { asking: { command: process.execPath, args: [program, diary, sign] } } }))
  writeFileSync(settings, JSON.stringify({ agent: { leaseMs: Math.round(1500 * SLOWNESS) } }))
  const env = {
    PARLEY_CONFIG: settings,
    PARLEY_MCP: servers,
    PARLEY_DATA: join(folder, `${name}-data`),
    PARLEY_URL: upstream.url,
    PARLEY_MODELS: 'scripted',
    PARLEY_DIALECT: 'native',
    ...(database !== undefined && { DATABASE_URL: database }),
  }
  let running: RunningParley = await startParley(env)
  const send = async (path: string, body?: object) => {
    const headers = { origin: running.url.replace(/\/$/, ''), 'content-type': 'application/json' }
    return await fetch(`${running.url}api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const thread = async () => (await (await send('threads/t')).json()) as Thread
  const lines = () =>
    readFileSync(diary, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line !== '')
  return {
    send,
    thread,
    diary: lines,
    begun: (tool: string) => lines().filter((line) => line.startsWith(`${tool} begins`)),
    giveSign: () => writeFileSync(sign, ''),
    async ask(tool: string, isTrusted = false) {
      const { tools } = (await (await send('mcp/tools')).json()) as {
        tools: readonly { name: string; tool: string; fingerprint: string }[]
      }
      const mcpTools = tools
        .filter((one) => one.tool === tool)
        .map((one) => ({ name: one.name, fingerprint: one.fingerprint, isTrusted }))
      const config = { mode: 'agent', model: 'scripted', threadId: 't', mcpTools }
      await (await send('chat', { messages: [{ role: 'user', content: 'Go.' }], config })).text()
    },
    answer: (...answers: readonly object[]) => send('threads/t/resume', { answers }),
    async restart() {
      await running.kill()
      running = await startParley(env)
    },
    async results() {
      return (await thread()).messages.flatMap(({ role, parts }) =>
        role === 'tool' ? parts.flatMap(({ content = [] }) => content.map(({ text }) => text)) : [],
      )
    },
    close: () => running.kill(),
  }
}

/** Each start of a server, and each lease that must run out first, takes as much longer as everything here does. */
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 30_000 * SLOWNESS })
const calling = (name: string, input = {}): Reply => ({ text: '', calls: [{ name, input }] })
const play = (call: Reply) => upstream.play(({ messages }) => (messages.at(-1)?.role === 'tool' ? { text: 'I see.' } : call))

describe.each(['SQLite', 'PostgreSQL'])('a server on %s that is killed', { timeout: 60_000 * SLOWNESS }, (store) => {
  const open = async (name: string) => openHouse(`${store}-${name}`, store === 'SQLite' ? undefined : await postgres.create())

  test('while a call waits leaves it waiting; while the call runs, it is not run again, and that it may have run is said', async () => {
    play(calling('asking__pay'))
    const house = await open('pay')
    await house.ask('pay')
    await house.restart()
    expect(await house.thread()).toMatchObject({ status: 'waiting', pending: [{ kind: 'approval' }] })
    expect(house.diary()).toEqual([])
    void house.answer({ type: 'approve', callId: (await house.thread()).pending[0]?.callId }).catch(() => undefined)
    await eventually(() => house.begun('pay').length).toBe(1)
    await house.restart()
    await eventually(async () => (await house.thread()).status).toBe('idle')
    expect(await house.results()).toEqual([expect.stringContaining('It may have run')])
    expect(JSON.stringify(upstream.requests.at(-1)?.messages)).toContain('It may have run')
    // The MCP server outlives whoever started it: it may well have run, and ends what it began.
    house.giveSign()
    await eventually(() => house.diary()).toContain('pay ends')
    expect(house.begun('pay')).toHaveLength(1)
    await house.close()
  })

  test('while a call runs that may be repeated, and whose server is believed, runs it again under the same key', async () => {
    play(calling('asking__note'))
    const house = await open('note')
    await house.ask('note', true)
    void house.answer({ type: 'approve', callId: (await house.thread()).pending[0]?.callId }).catch(() => undefined)
    await eventually(() => house.begun('note').length).toBe(1)
    await house.restart()
    await eventually(() => house.begun('note').length).toBe(2)
    house.giveSign()
    await eventually(async () => (await house.thread()).status).toBe('idle')
    expect(await house.results()).toEqual(['note is done.'])
    expect(new Set(house.begun('note')).size).toBe(1)
    await house.close()
  })

  test('while a call asks back asks the same afterwards, and what was ordered is ordered once', async () => {
    play(calling('asking__order', { what: 'tea' }))
    const house = await open('order')
    await house.ask('order')
    const { callId } = (await house.thread()).pending[0] ?? { callId: '' }
    await (await house.answer({ type: 'approve', callId })).text()
    const before = await house.thread()
    await house.restart()
    expect((await house.thread()).pending).toEqual(before.pending)
    await (await house.answer({ type: 'input', callId, asks: 0, action: 'accept', content: { size: 'small' } })).text()
    await house.restart()
    expect(await house.thread()).toMatchObject({ status: 'waiting', pending: [{ kind: 'input', asks: 1 }] })
    await (await house.answer({ type: 'input', callId, asks: 1, action: 'accept' })).text()
    expect(await house.results()).toEqual(['Ordered tea, {"size":"small"}.'])
    expect(house.diary().filter((line) => line.startsWith('ordered'))).toHaveLength(1)
    await house.close()
  })
})
