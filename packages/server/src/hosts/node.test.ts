import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../index.ts'
import { silentLog } from '../logging/log.ts'
import { startServer } from './node.ts'

const config = { ...readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } }), port: 0 }
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
afterAll(async () => await rm(page, { recursive: true }))

test('the page is served beside the doors, and nothing that lies elsewhere', async () => {
  const server = await startServer({ config, page })
  const { url } = server
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
  await server.stop()
})

test('copies of the page in browsers can be taken back, from the next request on', async () => {
  await writeFile(join(page, 'service-worker.js'), 'keep()')
  const server = await startServer({ config, page })
  const worker = async () => await fetch(`${server.url}service-worker.js`)
  expect(await (await worker()).text()).toBe('keep()')
  server.reload({ ...config, offline: false })
  const retired = await worker()
  expect(retired.headers.get('content-type')).toContain('text/javascript')
  expect(await retired.text()).toContain('registration.unregister()')
  server.reload(config)
  expect(await (await worker()).text()).toBe('keep()')
  await server.stop()
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
  const server = await startServer({ config, page })
  const { url } = server
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
  await server.stop()
})

test('a file that the build packed comes as it was packed', async () => {
  const built = brotliCompressSync(LONG, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  await writeFile(join(page, 'assets/packed-a1b2c3d4.js'), LONG)
  await writeFile(join(page, 'assets/packed-a1b2c3d4.js.br'), built)
  const server = await startServer({ config, page })
  const file = `${server.url}assets/packed-a1b2c3d4.js`
  const { head, body } = await raw(file, { 'accept-encoding': 'br' })
  expect([head['content-encoding'], head['content-type']]).toEqual(['br', 'text/javascript; charset=utf-8'])
  expect(body).toEqual(built)
  expect(String(gunzipSync((await raw(file, { 'accept-encoding': 'gzip' })).body))).toBe(LONG)
  await server.stop()
})

test('an answer under way is cut off with a fault when the grace time is over', async () => {
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

/** The status for somebody who is, or says to be, of such an address. */
async function askFrom(url: string, forwarded: string): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded }
  return (await fetch(`${url}v1/chat/completions`, { method: 'POST', body: '{}', headers })).status
}

test('behind a proxy each client has its own limit, and nobody talks themselves into another', async () => {
  const limits = { ...config.limits, requestsPerMinute: 1 }
  const trusting = await startServer({ config: { ...config, limits, trustProxy: 1 } })
  expect(await askFrom(trusting.url, '192.0.2.1')).toBe(400)
  expect(await askFrom(trusting.url, '192.0.2.2')).toBe(400)
  expect(await askFrom(trusting.url, '192.0.2.77, 192.0.2.1')).toBe(429)
  await trusting.stop(0)
  const wary = await startServer({ config: { ...config, limits } })
  expect(await askFrom(wary.url, '192.0.2.1')).toBe(400)
  expect(await askFrom(wary.url, '192.0.2.2')).toBe(429)
  await wary.stop(0)
})

test('a server whose database is gone answers that it is alive, and not that it is ready', async () => {
  const agent = { ...config.agent, database: 'postgres://127.0.0.1:9/none', folder: page }
  const server = await startServer({ config: { ...config, agent }, log: silentLog })
  expect((await fetch(`${server.url}health`)).status).toBe(200)
  expect((await fetch(`${server.url}ready`)).status).toBe(503)
  await server.stop(0)
})
