import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf, evil, list, mcpLabs, resultOf, wordsOf } from './testing/mcp-lab.ts'

const open = mcpLabs()
const openEvil = (more = {}) => open({ evil: evil({ EVIL_TOKEN: '${env:TOKEN}' }) }, more, { TOKEN: 'evil-secret-token' })

/** The server of ours lives on, and so does the one that misbehaved. */
async function livesOn(lab: Awaited<ReturnType<typeof openEvil>>) {
  await lab.send('servers/evil/restart', {})
  expect(wordsOf(await lab.call('weather'))).toBe('sunny')
}

test('odd names become names that every model can say, and two stay two', async () => {
  const lab = await openEvil()
  const tools = await lab.tools()
  for (const { name } of tools) expect(name).toMatch(/^evil__[a-zA-Z0-9_-]{1,58}$/)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  const odd = tools.filter(({ tool }) => ['a.b', 'a_b', '名前', '__proto__', 'x'.repeat(200)].includes(tool))
  expect(odd).toHaveLength(5)
  for (const { tool } of odd) expect(wordsOf(await lab.call(tool))).toBe('ran something')
})

test('what cannot be read, is too long or comes twice is left out, and named', async () => {
  const lab = await openEvil()
  const tools = await lab.tools()
  expect(tools.filter(({ tool }) => tool === 'weather')).toMatchObject([{ description: 'Tells the weather.' }])
  const leftOut = list((await lab.status('evil'))['leftOut'])
  expect(leftOut.map(({ tool }) => tool)).toEqual(['too-long', 'task-only', 'weather', 'no-schema', '?', '?', '?'])
})

test('hints are passed on as what the server says, and decide nothing here', async () => {
  const lab = await openEvil()
  expect(await lab.tool('lies')).toMatchObject({ hints: { readOnly: true, openWorld: false }, title: 'Harmless' })
})

test('nothing runs that was not called, nor with a definition that was not shown', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'evil-')), 'ran')
  const lab = await openEvil()
  const { name } = await lab.tool('lies')
  for (const fingerprint of ['', 'other', (await lab.tool('weather')).fingerprint]) {
    const response = await lab.send('call', { callId: `wrong-${fingerprint}`, name, input: { file }, fingerprint })
    expect(response.status).toBe(409)
  }
  await expect(readFile(file, 'utf8')).rejects.toThrow()
  await lab.call('lies', { file })
  expect(await readFile(file, 'utf8')).toBe('ran\n')
})

test('a tool that changes after it was shown is refused until it is looked at again', async () => {
  const lab = await openEvil()
  const shown = await lab.tool('weather')
  await lab.call('turn-coat')
  const call = (fingerprint: string) =>
    lab.send('call', { callId: `rug-${fingerprint}`, name: shown.name, input: {}, fingerprint })
  expect((await call(shown.fingerprint)).status).toBe(409)
  const now = await lab.tool('weather')
  expect(now).toMatchObject({ name: shown.name, description: 'Sends your files away.' })
  expect((await call(now.fingerprint)).status).toBe(200)
  expect(JSON.stringify(await lab.get('servers/evil/log'))).toContain('tools changed: ~weather')
})

test('a call of a tool that is not there is told so', async () => {
  const lab = await openEvil()
  await lab.tools()
  const none = (name: string) => lab.send('call', { callId: name, name, input: {}, fingerprint: '' })
  expect((await none('evil__nothing')).status).toBe(404)
  expect((await none('other__echo')).status).toBe(404)
  expect((await none('__proto__')).status).toBe(404)
})

test('a result that is larger than anything ends the connection, not the server', async () => {
  const lab = await openEvil()
  const result = await lab.call('huge')
  expect(result).toMatchObject({ outcome: 'error', isUncertain: true })
  expect(JSON.stringify(await lab.status('evil'))).toContain('more than 16 MB')
  await livesOn(lab)
})

test('a large result is told whole to a page, which has files to put it into', async () => {
  const lab = await openEvil()
  expect(wordsOf(await lab.call('large')).length).toBe(300_000)
})

test('a server that dies in the middle: it may have run, it is not run again, and it comes back', async () => {
  const lab = await openEvil()
  const { name, fingerprint } = await lab.tool('dies')
  const body = { callId: 'dying', name, input: {}, fingerprint }
  const result = await resultOf(await lab.send('call', body))
  expect(result).toMatchObject({ outcome: 'error', isUncertain: true })
  expect(wordsOf(result)).toContain('may have run')
  expect(await lab.status('evil')).toMatchObject({ status: 'failed' })
  expect(JSON.stringify(await lab.status('evil'))).toContain('exit code 3')
  expect(await resultOf(await lab.send('call', body))).toEqual(result)
  await livesOn(lab)
})

test('content of an unknown kind costs only itself', async () => {
  const lab = await openEvil()
  const result = await lab.call('unknown-content')
  expect(result.outcome).toBe('ok')
  expect(wordsOf(result)).toContain('unknown type "hologram"')
  expect(wordsOf(result)).toContain('still here')
})

test('data that lies deeper than anybody reads is refused, and the server goes on', async () => {
  const lab = await openEvil({ mcp: { callIdleMs: 1500 } })
  expect((await lab.call('deep')).outcome).toBe('error')
  await livesOn(lab)
})

test('secrets of the entry are in no answer, status or log, and ours are not in its environment', async () => {
  process.env['OPENAI_API_KEY'] = 'our-own-vendor-key'
  try {
    const lab = await openEvil()
    const said = wordsOf(await lab.call('secrets'))
    expect(said).toContain('EVIL_TOKEN')
    const everything = [said, await lab.get('servers'), await lab.get('tools'), await lab.get('servers/evil/log')]
    const text = JSON.stringify(everything)
    expect(text).toContain('started with ••••••')
    expect(text).not.toContain('evil-secret-token')
    expect(text).not.toContain('our-own-vendor-key')
  } finally {
    delete process.env['OPENAI_API_KEY']
  }
})

test('a server gets no model and no folders, and what it asks the person is put to the person alone', async () => {
  const lab = await openEvil()
  const { events, callId } = await lab.begin('asks-back')
  for await (const event of events) {
    if (event.type === 'call-question') await lab.reply(callId, { asks: event.asks, action: 'decline' })
    if (event.type === 'call-end')
      expect(wordsOf(event.result)).toBe('sampling/createMessage refused, roots/list refused, elicitation/create ANSWERED')
  }
})

test('data that is not what the tool promised is left out, and said so', async () => {
  const lab = await openEvil()
  const result = await lab.call('promises')
  expect(result).not.toHaveProperty('data')
  expect(wordsOf(result)).toMatch(/^a number\n\[structured data was left out: .*count/)
})

test('a call is stopped where it runs, and progress has no end of its own', async () => {
  const lab = await openEvil()
  const { name, fingerprint } = await lab.tool('slow')
  const response = await lab.send('call', { callId: 'slow', name, input: {}, fingerprint })
  let last: unknown
  for await (const event of eventsOf(response)) {
    if (event.type === 'call-progress' && event.progress === 3) await lab.send('calls/slow', undefined, { method: 'DELETE' })
    last = event
  }
  expect(last).toMatchObject({ type: 'call-end', result: { outcome: 'cancelled' } })
  await expect.poll(async () => JSON.stringify(await lab.get('servers/evil/log'))).toContain('cancelled')
})

test('progress keeps a call alive only until its last moment', async () => {
  const lab = await openEvil({ mcp: { callIdleMs: 1000, callMs: 2500 } })
  const result = await lab.call('slow')
  expect(result).toMatchObject({ outcome: 'error', isUncertain: true })
  expect(wordsOf(result)).toContain('longer than 3 seconds')
})

test('what it refuses with is told as its own words', async () => {
  const lab = await openEvil()
  expect(wordsOf(await lab.call('refuses'))).toContain('The MCP server evil refused:')
})

test('what is meant for the person does not reach the model', async () => {
  const lab = await openEvil()
  const result = await lab.call('for-person')
  expect(wordsOf(result)).toBe('for the model')
  expect(result.forPerson).toEqual([{ type: 'text', text: 'for the person' }])
})

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32')('what it started itself ends with it', async () => {
  const lab = await openEvil()
  const pid = Number(wordsOf(await lab.call('grandchild')))
  expect(isAlive(pid)).toBe(true)
  await lab.send('servers/evil/stop', {})
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
})

test('another page, or a program without a token, gets nothing', async () => {
  const lab = await openEvil()
  const { name, fingerprint } = await lab.tool('lies')
  const body = JSON.stringify({ callId: 'foreign', name, input: {}, fingerprint })
  for (const headers of [{}, { origin: 'https://evil.example' }])
    expect((await fetch(`${lab.url}/api/mcp/call`, { method: 'POST', headers, body })).status).toBe(403)
})

test('servers are added from the page only where that was switched on, and only as they were shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-own-'))
  const text = JSON.stringify({
    mcpServers: { added: evil({ EVIL_TOKEN: '${input:key}' }) },
    inputs: [{ id: 'key', description: 'The key' }],
  })
  const closed = await open({ evil: evil() }, { agent: { folder } })
  expect((await closed.send('import', { text })).status).toBe(403)

  const lab = await open({ evil: evil() }, { agent: { folder }, mcp: { edit: true } })
  const asked = (await (await lab.send('import', { text })).json()) as {
    hash: string
    servers: { command: string[]; names: string[] }[]
  }
  expect(asked.servers[0]).toMatchObject({ label: 'added', names: ['EVIL_TOKEN'] })
  expect(asked.servers[0]?.command[1]).toContain('evil-server.ts')
  expect((await lab.send('import', { text, agreed: 'other' })).status).toBe(409)
  expect(list((await lab.get('servers'))['servers'])).toHaveLength(1)
  expect((await lab.send('import', { text, agreed: asked.hash })).status).toBe(201)

  await lab.tools('added')
  expect(JSON.stringify(await lab.status('added'))).toContain('The key')
  expect((await lab.send('inputs', { id: 'key', value: 'typed-secret' })).status).toBe(204)
  expect((await lab.send('servers/added/restart', {})).status).toBe(200)
  expect(JSON.stringify([await lab.get('servers'), await lab.get('servers/added/log')])).not.toContain('typed-secret')

  const later = await open({ evil: evil() }, { agent: { folder }, mcp: { edit: true } })
  expect((await later.tools('added')).length).toBeGreaterThan(5)
  expect((await later.send('servers/evil', undefined, { method: 'DELETE' })).status).toBe(409)
  expect((await later.send('servers/added', undefined, { method: 'DELETE' })).status).toBe(204)
  expect(list((await later.get('servers'))['servers'])).toHaveLength(1)
})
