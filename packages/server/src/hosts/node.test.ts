import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HOST = fileURLToPath(new URL('./node.ts', import.meta.url))
const children: ChildProcess[] = []
let page = ''
const LONG = 'export const word = "word"\n'.repeat(5000)

beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'parley-page-'))
  await mkdir(join(page, 'assets'))
  await writeFile(join(page, 'index.html'), '<title>studio</title>')
  await writeFile(join(page, 'sandbox.html'), '<title>sandbox</title>')
  await writeFile(join(page, 'assets', 'main-a1b2c3d4.js'), 'export {}')
  await writeFile(join(page, 'assets', 'long-a1b2c3d4.js'), LONG)
  await writeFile(
    join(page, '_headers'),
    "/*\n  Content-Security-Policy: default-src 'self'\n\n/sandbox.html\n  Content-Security-Policy: sandbox\n",
  )
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(page, { recursive: true })
})

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly output: () => string
  readonly exit: Promise<number | null>
}

/** Starts the real program and waits until it prints its address or ends. */
async function start(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ['--conditions=@parley/source', HOST], {
    cwd: page,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PARLEY_DISCOVER: 'no',
      PARLEY_DEMO_PACE: '0',
      PARLEY_PAGE: page,
      PORT: '0',
      ...env,
    },
  })
  children.push(child)
  let output = ''
  // Not `exit`, behind which there may still be words to read.
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        output += String(data)
        if (output.includes('ready')) resolve()
      })
    }
  })
  await Promise.race([ready, exit])
  return { child, url: /http:\S+/.exec(output)?.[0] ?? '', output: () => output, exit }
}

test('a setting that nobody reads is named, without what it says', async () => {
  const { output } = await start({ PARLEY_TOKN: 'open-sesame' })
  await expect.poll(output).toContain('PARLEY_TOKN is no setting of the server')
  expect(output()).not.toContain('open-sesame')
  expect(output().match(/is no setting/g)).toHaveLength(1)
})

test('one process serves the page and the doors, and ends when asked', async () => {
  const { child, url, exit } = await start({})
  const index = await fetch(url)
  expect(await index.text()).toContain('studio')
  expect(index.headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(index.headers.get('cache-control')).toBe('no-cache')
  expect((await fetch(url, { headers: { 'if-none-match': index.headers.get('etag') ?? '' } })).status).toBe(304)
  expect(await (await fetch(`${url}threads/17`)).text()).toContain('studio')
  expect((await fetch(`${url}missing.js`)).status).toBe(404)
  expect((await fetch(`${url}_headers`)).status).toBe(404)
  expect((await fetch(`${url}..%2f..%2fetc%2fhost.conf`)).status).toBe(404)
  expect((await fetch(`${url}sandbox.html`)).headers.get('content-security-policy')).toBe('sandbox')
  expect((await fetch(`${url}assets/main-a1b2c3d4.js`)).headers.get('cache-control')).toContain('immutable')

  const answer = await fetch(`${url}api/respond`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'demo-scripted',
      messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }],
    }),
  })
  expect(await answer.text()).toContain('"message-end"')

  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

/** As it lies on the wire: `fetch` would unpack it and hide how it came. */
function raw(
  url: string,
  headers: Record<string, string>,
): Promise<{ readonly head: IncomingHttpHeaders; readonly body: Buffer; readonly status: number }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve({ head: response.headers, body: Buffer.concat(pieces), status: response.statusCode ?? 0 }))
    }).on('error', reject)
  })
}

test('files that never change come packed to who can unpack them, and documents as they are', async () => {
  const { child, url, exit } = await start({})
  const file = `${url}assets/long-a1b2c3d4.js`
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepts, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
  ] as const) {
    const { head, body } = await raw(file, { 'accept-encoding': accepts })
    expect(head).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(body.length).toBeLessThan(LONG.length / 50)
    expect(String(unpack[encoding](body))).toBe(LONG)
    expect((await raw(file, { 'accept-encoding': accepts, 'if-none-match': head.etag ?? '' })).status).toBe(304)
    expect((await raw(file, { 'if-none-match': head.etag ?? '' })).status).toBe(200)
  }
  const plain = await raw(file, {})
  expect([plain.head['content-encoding'], plain.head.vary, String(plain.body)]).toEqual([undefined, 'accept-encoding', LONG])
  const documents = await Promise.all(['', 'sandbox.html'].map((path) => raw(url + path, { 'accept-encoding': 'br' })))
  for (const { head } of documents)
    expect([head['content-encoding'], head.vary, head['cache-control']]).toEqual([undefined, undefined, 'no-cache'])
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('a port in use is one sentence that says what to do', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const { output, exit } = await start({ PORT: String(port) })
  expect(await exit).toBe(1)
  expect(output().trim()).toBe(
    `Port ${port} is already in use. Stop what uses it, or choose another port: PORT=${port + 1} npm start`,
  )
  taken.close()
})

test('another address is refused without a token, and works with one', async () => {
  const [refused, wrong, served] = await Promise.all([
    start({ HOST: '0.0.0.0' }),
    start({ PORT: 'x' }),
    start({ HOST: '0.0.0.0', PARLEY_TOKEN: 'open-sesame' }),
  ])
  expect(await refused.exit).toBe(1)
  expect(refused.output().trim()).toMatch(/^Without a token this server listens only on this computer.*Set PARLEY_TOKEN/)
  expect(wrong.output().trim()).toMatch(/^The setting `port` \(PORT\) is wrong/)
  const { url, child, exit, output } = served
  // Nobody reads along at a terminal here, so this is a log.
  expect(output()).toContain('add ?token=')
  expect(output()).not.toContain('open-sesame')
  expect((await fetch(url)).status).toBe(401)
  const opened = await fetch(`${url}?token=open-sesame`, { redirect: 'manual' })
  expect(opened.status).toBe(303)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('an answer under way is cut off with a fault when the grace time is over', async () => {
  const { startServer } = await import('./node.ts')
  const { readConfig } = await import('../index.ts')
  const server = await startServer({ config: { ...readConfig({ env: { PARLEY_DEMO_PACE: '50' } }), port: 0 } })
  const answer = await fetch(`${server.url}api/respond`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'demo-scripted',
      messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }],
    }),
  })
  const whole = fetch(`${server.url}v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'demo-scripted', messages: [{ role: 'user', content: 'hi' }] }),
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const stopped = server.stop(100)
  await expect(fetch(`${server.url}health`)).rejects.toThrow()
  const text = await answer.text()
  expect(text).toContain('"server/stopping"')
  expect(text).not.toContain('"message-end"')
  expect((await whole).status).toBe(503)
  await stopped
})
