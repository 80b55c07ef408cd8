import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { JsonObject } from '@parley/dialects'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from '../testing/guest-page.ts'
import { everything, list, type McpLab, mcpLabs, packageProgram } from '../testing/mcp-lab.ts'

const open = mcpLabs()
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

/** Somebody else's agent, on the official library. */
async function guest(
  lab: Pick<McpLab, 'url'>,
  mode: 'legacy' | 'auto' = 'legacy',
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'codex', version: '1' }, { versionNegotiation: { mode } })
  clients.push(client)
  const requestInit = { headers: { 'user-agent': 'codex/1.0', ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${lab.url}/mcp`), { requestInit }))
  return client
}

const text = (result: object): string =>
  list((result as JsonObject)['content'])
    .map((block) => String(block['text'] ?? `[${String(block['type'])}]`))
    .join('\n')

/** Our own tools alone. */
const NONE = { none: { ...everything(), disabled: true } }
const PATIENT = { waiting: { beatMs: 20 } }

describe.each(['legacy', 'auto'] as const)('an agent that comes to /mcp in the era %s', (mode) => {
  test('is told the tools of all servers and our own, and its call waits for a yes', async () => {
    const lab = await open({ everything: everything() }, PATIENT)
    const client = await guest(lab, mode)
    await vi.waitFor(async () => expect((await client.listTools()).tools.map(({ name }) => name)).toContain('everything__echo'), {
      timeout: 20_000,
    })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('browser_js_eval')
    expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true)
    const { next, answer } = page(lab)
    const beats: (string | undefined)[] = []
    const result = client.callTool(
      { name: 'everything__echo', arguments: { message: 'hello' } },
      { onprogress: ({ message }) => beats.push(message) },
    )
    const call = await next()
    expect(call).toMatchObject({
      thread: 'guest:codex',
      name: 'everything__echo',
      input: { message: 'hello' },
      kind: 'approval',
      fingerprint: expect.any(String),
      says: { by: 'everything', text: expect.stringContaining('Echoes') },
    })
    await vi.waitFor(() => expect(beats).toContain('Waiting for you in Parley'))
    expect((await answer(call, { type: 'approve' })).status).toBe(200)
    expect(text(await result)).toBe('Echo: hello')
    expect((await answer(call, { type: 'approve' })).status).toBe(409)
  })

  test('is told why a call was rejected', async () => {
    const lab = await open({ everything: everything() }, PATIENT)
    const client = await guest(lab, mode)
    await client.listTools()
    const result = client.callTool({ name: 'browser_js_eval', arguments: { code: '1' } })
    const { next, answer } = page(lab)
    await answer(await next(), { type: 'reject', reason: 'use your own' })
    expect(await result).toMatchObject({ isError: true })
    expect(text(await result)).toContain('use your own')
  })

  test('that goes away takes its question along', async () => {
    const lab = await open(NONE, PATIENT)
    const client = await guest(lab, mode)
    const leaving = new AbortController()
    const result = client.callTool({ name: 'browser_js_eval', arguments: { code: '1' } }, { signal: leaving.signal })
    const { next, waiting, json } = page(lab)
    const call = await next()
    leaving.abort()
    await expect(result).rejects.toThrow()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    expect((await json(`/guest%3Acodex/claim`, { callId: call['callId'], by: 'tab' })).status).toBe(409)
  })
})

test('who has waited long enough is told to call again, and hears the result of the yes that came in between', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-guest-'))
  const file = join(folder, 'note.txt')
  await writeFile(file, 'one')
  const lab = await open(
    { files: { command: process.execPath, args: [packageProgram('@modelcontextprotocol/server-filesystem'), folder] } },
    { waiting: { beatMs: 10, waitMs: 50 } },
  )
  const client = await guest(lab)
  await vi.waitFor(async () => expect((await client.listTools()).tools.map(({ name }) => name)).toContain('files__write_file'), {
    timeout: 20_000,
  })
  const call = { name: 'files__write_file', arguments: { path: file, content: 'two' } }
  const first = await client.callTool(call)
  expect(first.isError).toBe(false)
  expect(text(first)).toContain('No page of Parley is open')
  expect(text(first)).toContain('Call again with the same arguments to go on waiting.')
  const { next, answer } = page(lab)
  await answer(await next(), { type: 'approve', input: { path: file, content: 'three' } })
  expect(await readFile(file, 'utf8')).toBe('one')
  await vi.waitFor(async () => expect(text(await client.callTool(call))).toContain('The user changed the arguments'), {
    timeout: 20_000,
  })
  expect(await readFile(file, 'utf8')).toBe('three')
  await writeFile(file, 'one')
  expect(text(await client.callTool(call))).toContain('Nobody has decided yet')
  expect(await readFile(file, 'utf8')).toBe('one')
})

test('a page runs our own tools for an agent: it claims the call, and sends what came of it', async () => {
  const lab = await open(NONE, PATIENT)
  const client = await guest(lab)
  const result = client.callTool({ name: 'browser_js_eval', arguments: { code: '6 * 7' } })
  const { next, answer, json } = page(lab)
  const call = await next()
  expect(call).toMatchObject({ kind: 'page', mustClaim: true })
  expect((await json('/guest%3Acodex/claim', { callId: call['callId'], by: 'tab' })).status).toBe(204)
  expect((await json('/guest%3Acodex/claim', { callId: call['callId'], by: 'other' })).status).toBe(409)
  await answer(call, { type: 'result', content: '42', data: { value: 42 } })
  expect(await result).toMatchObject({ isError: false, structuredContent: { value: 42 } })
  const { body } = await json('/guest%3Acodex')
  expect(body).toMatchObject({
    title: 'codex',
    status: 'idle',
    messages: [{ role: 'assistant' }, { role: 'tool', parts: [{ outcome: 'ok' }] }],
  })
})

test('the progress of a tool passes through, and stopping it, too', async () => {
  const lab = await open({ everything: everything() }, PATIENT)
  const client = await guest(lab)
  await vi.waitFor(async () => expect((await client.listTools()).tools).not.toHaveLength(4), { timeout: 20_000 })
  const leaving = new AbortController()
  const totals: (number | undefined)[] = []
  const result = client.callTool(
    { name: 'everything__trigger-long-running-operation', arguments: { duration: 60, steps: 600 } },
    { signal: leaving.signal, onprogress: ({ total }) => totals.push(total) },
  )
  const { next, answer, json } = page(lab)
  await answer(await next(), { type: 'approve' })
  await vi.waitFor(() => expect(totals).toContain(600), { timeout: 20_000 })
  leaving.abort()
  await expect(result).rejects.toThrow()
  const ended = async () => (await json('/guest%3Acodex')).body
  await vi.waitFor(async () => expect(await ended()).toMatchObject({ messages: [{}, { parts: [{ outcome: 'cancelled' }] }] }))
})

test('a client that starts is answered from what was known before, and told what is new', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-guest-'))
  const data = { PARLEY_DATA: folder }
  const first = await open({ everything: everything() }, {}, data)
  const client = await guest(first)
  await vi.waitFor(async () => expect((await client.listTools()).tools.map(({ name }) => name)).toContain('everything__echo'), {
    timeout: 20_000,
  })
  await vi.waitFor(async () => expect(await readFile(join(folder, 'mcp-tools.json'), 'utf8')).toContain('everything__echo'))
  await first.stop()
  // The program is not there any more: what it offered is known all the same.
  const { args } = everything()
  const second = await open({ everything: { command: process.execPath, args }, late: everything() }, {}, data)
  const again = await guest(second)
  const names = (await again.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('everything__echo')
})

test('only a page decides, and only who holds the token comes in', async () => {
  const lab = await open(NONE, { ...PATIENT, token: 'a-long-secret' })
  await expect(guest(lab)).rejects.toThrow()
  const client = await guest(lab, 'legacy', { authorization: 'Bearer a-long-secret' })
  const result = client.callTool({ name: 'browser_js_eval', arguments: { code: '1' } })
  const { next, answer } = page(lab, 'a-long-secret')
  const call = await next()
  const sneaky = await fetch(`${lab.url}/api/threads/guest%3Acodex/resume`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-long-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ type: 'result', callId: call['callId'], content: 'yes' }] }),
  })
  expect(sneaky.status).toBe(403)
  await answer(call, { type: 'reject' })
  expect(await result).toMatchObject({ isError: true })
})
