import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventsOf, everything, everythingServers, list, mcpLabs, packageProgram, resultOf, wordsOf } from './testing/mcp-lab.ts'

const open = mcpLabs()
const everythingOverHttp = everythingServers()

describe('the server called everything', () => {
  test('is started when its tools are first asked for, and not before', async () => {
    const lab = await open({ everything: everything() })
    expect(await lab.status('everything')).toMatchObject({ status: 'stopped', kind: 'stdio' })
    const tools = await lab.tools('everything')
    expect(tools.map(({ name }) => name)).toContain('everything__echo')
    expect(await lab.status('everything')).toMatchObject({ status: 'ready', protocol: '2025-11-25', tools: tools.length })
    expect(list((await lab.status('everything'))['leftOut']).map(({ tool }) => tool)).toContain('simulate-research-query')
  })

  test('gives words, data, pictures and links', async () => {
    const lab = await open({ everything: everything() })
    expect(wordsOf(await lab.call('echo', { message: 'hello' }))).toBe('Echo: hello')
    expect(await lab.call('get-structured-content', { location: 'Chicago' })).toMatchObject({
      outcome: 'ok',
      data: { temperature: expect.any(Number) },
    })
    const picture = await lab.call('get-tiny-image')
    expect(picture.content.map(({ type }) => type)).toContain('file')
    expect(wordsOf(await lab.call('get-resource-links', { count: 2 }))).toContain('](')
  })

  test('wrong arguments are told as what they are', async () => {
    const lab = await open({ everything: everything() })
    const result = await lab.call('echo', { message: 7 })
    expect(result.outcome).toBe('error')
    expect(wordsOf(result)).toMatch(/message/)
  })

  test('tells its progress, is stopped, and says so', async () => {
    const lab = await open({ everything: everything() })
    const { name, fingerprint } = await lab.tool('trigger-long-running-operation')
    const response = await lab.send('call', { callId: 'long', name, input: { duration: 60, steps: 600 }, fingerprint })
    const seen: string[] = []
    for await (const event of eventsOf(response)) {
      if (event.type === 'call-progress' && seen.length === 0) {
        expect(event).toMatchObject({ total: 600 })
        expect((await lab.send('calls/long', undefined, { method: 'DELETE' })).status).toBe(204)
      }
      seen.push(event.type === 'call-end' ? event.result.outcome : event.type)
    }
    expect(seen[0]).toBe('call-progress')
    expect(seen.at(-1)).toBe('cancelled')
  })

  test('its resources and prompts are listed and read', async () => {
    const lab = await open({ everything: everything() })
    const { resources } = await lab.get('servers/everything/resources')
    const [first] = list(resources)
    const read = await lab.send('resource', { server: 'everything', uri: first?.['uri'] })
    expect(await read.json()).toMatchObject({ content: [{ type: 'text' }] })
    const { prompts } = await lab.get('servers/everything/prompts')
    expect(list(prompts).map(({ name }) => name)).toContain('simple-prompt')
    const prompt = await lab.send('prompt', { server: 'everything', name: 'simple-prompt' })
    expect(await prompt.json()).toMatchObject({ messages: [{ role: 'user', content: [{ type: 'text' }] }] })
  })

  test.each([
    ['Streamable HTTP', 'streamableHttp', 'mcp'],
    ['the transport of 2024', 'sse', 'sse'],
  ] as const)('answers over %s', async (_how, kind, path) => {
    const port = await everythingOverHttp(kind)
    const lab = await open({ remote: { url: `http://127.0.0.1:${port}/${path}` } })
    expect(wordsOf(await lab.call('echo', { message: 'far' }))).toBe('Echo: far')
    expect(await lab.status('remote')).toMatchObject({ status: 'ready', host: `127.0.0.1:${port}` })
  })

  test('over HTTP it can be gone and come back; what was under way may have run', async () => {
    const port = await everythingOverHttp('streamableHttp')
    const lab = await open({ remote: { url: `http://127.0.0.1:${port}/mcp`, timeout: 2 } })
    const { name, fingerprint } = await lab.tool('trigger-long-running-operation')
    const response = await lab.send('call', { callId: 'gone', name, input: { duration: 60, steps: 60_000 }, fingerprint })
    const events = eventsOf(response)
    expect((await events.next()).value).toMatchObject({ type: 'call-progress' })
    everythingOverHttp.kill()
    let last: unknown
    for await (const event of events) last = event
    expect(last).toMatchObject({ type: 'call-end', result: { outcome: 'error', isUncertain: true } })
  })
})

describe('files and memory', () => {
  test('the file server reads what it was given, and nothing beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-files-'))
    await writeFile(join(folder, 'a.txt'), 'in the folder')
    const args = [packageProgram('@modelcontextprotocol/server-filesystem'), folder]
    const lab = await open({ files: { command: process.execPath, args } })
    expect(wordsOf(await lab.call('read_text_file', { path: join(folder, 'a.txt') }))).toBe('in the folder')
    expect((await lab.call('read_text_file', { path: '/etc/hostname' })).outcome).toBe('error')
  })

  test('the memory server keeps what it is told in the file that a variable names', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'mcp-memory-')), 'memory.json')
    const args = [packageProgram('@modelcontextprotocol/server-memory')]
    const env = { MEMORY_FILE_PATH: '${env:WHERE}' }
    const lab = await open({ memory: { command: process.execPath, args, env } }, {}, { WHERE: file })
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }]
    expect((await lab.call('create_entities', { entities })).outcome).toBe('ok')
    expect(await readFile(file, 'utf8')).toContain('likes tea')
  })
})

describe('a call', () => {
  test('with the id of another listens to it, and runs nothing', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'mcp-once-')), 'memory.json')
    const args = [packageProgram('@modelcontextprotocol/server-memory')]
    const lab = await open({ memory: { command: process.execPath, args, env: { MEMORY_FILE_PATH: file } } })
    const { name, fingerprint } = await lab.tool('add_observations')
    await lab.call('create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: [] }] })
    const input = { observations: [{ entityName: 'Ada', contents: ['tea'] }] }
    const body = { callId: 'once', name, input, fingerprint }
    const results = await Promise.all([lab.send('call', body), lab.send('call', body)].map(async (sent) => resultOf(await sent)))
    results.push(await resultOf(await lab.send('call', body)), await resultOf(await lab.send('calls/once')))
    // A second run would have added nothing, and said so.
    for (const result of results) expect(wordsOf(result)).toContain('tea')
  })

  test('that nobody knows is told from one that is under way', async () => {
    const lab = await open({ everything: everything() })
    const response = await lab.send('calls/never')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('may have run')
  })
})

describe('a server', () => {
  test('that nobody uses is stopped, still offers its tools, and is started for the next call', async () => {
    const lab = await open({ everything: everything() }, { mcp: { idleMs: 300 } })
    const before = await lab.tools()
    await expect.poll(async () => (await lab.status('everything'))['status'], { timeout: 20_000 }).toBe('stopped')
    expect(await lab.tools()).toEqual(before)
    expect(await lab.status('everything')).toMatchObject({ status: 'stopped' })
    expect(wordsOf(await lab.call('echo', { message: 'again' }))).toBe('Echo: again')
  })

  test.each([
    ['a program that is not there', { command: 'no-such-program-here' }, 'was not found'],
    [
      'a program that ends',
      { command: process.execPath, args: ['-e', 'console.error("bad day"); process.exit(1)'] },
      'could not be started',
    ],
    ['an address where nobody is', { url: 'http://127.0.0.1:9/mcp' }, 'could not be started'],
    ['a variable that is missing', { command: 'x', args: ['${env:NOWHERE}'] }, 'NOWHERE'],
  ])('%s is said to have failed, and the others work', async (_what, broken, said) => {
    const lab = await open({ broken, everything: everything() })
    expect((await lab.tools()).map(({ name }) => name)).toContain('everything__echo')
    const status = await lab.status('broken')
    expect(status['status']).toBe('failed')
    expect(JSON.stringify(status['problem'])).toContain(said)
    const again = await lab.send('servers/broken/restart', {})
    expect(again.status).toBe(409)
    expect(list((await lab.get('servers'))['servers'])).toHaveLength(2)
  })

  test('its log is kept, and it can be restarted and stopped', async () => {
    const lab = await open({ everything: everything() })
    await lab.tools()
    expect(JSON.stringify(await lab.get('servers/everything/log'))).toContain('Starting')
    expect(await (await lab.send('servers/everything/restart', {})).json()).toMatchObject({ status: 'ready' })
    expect(await (await lab.send('servers/everything/stop', {})).json()).toMatchObject({ status: 'stopped' })
  })
})
