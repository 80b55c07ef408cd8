import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../logging/log.ts'
import { CLIENT, type Issuer, startIssuer } from '../../testing/issuer.ts'
import { type RunningServer, startServer } from '../node.ts'

/** A real issuer, a real server, and people with a cookie jar each. */
let issuer: Issuer
let server: RunningServer
let folder: string
let address = ''

const portOf = (one: Server): number => {
  const found = one.address()
  return typeof found === 'object' && found ? found.port : 0
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-sign-in-'))
  // The port must be known to the issuer before the server is there.
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const port = portOf(free)
  await new Promise((resolve) => free.close(resolve))
  const origin = `http://127.0.0.1:${port}`
  issuer = await startIssuer(`${origin}/auth/callback`)
  const signIn = {
    issuer: issuer.url,
    clientId: CLIENT.id,
    clientSecret: '$CLIENT_SECRET',
    origin,
    admins: ['anna@example.com'],
    users: ['*@example.com'],
  }
  const env = { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0', PARLEY_DATA: folder, CLIENT_SECRET: CLIENT.secret }
  const config = readConfig({
    env,
    file: JSON.stringify({ port, signIn, token: 'token-of-the-house', tokens: { robot: 'token-of-robot' } }),
  })
  server = await startServer({ config, log: silentLog })
  address = origin
})
afterAll(async () => {
  await server.stop(0)
  issuer.close()
  await rm(folder, { recursive: true })
})

/** Not `fetch`, which says of every request that it is none of a person who opens an address. */
async function ask(url: URL, { method = 'GET', headers, body }: RequestInit, cookie: string): Promise<Response> {
  const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : ''
  const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const sent = { 'sec-fetch-mode': 'navigate', ...form, ...Object.fromEntries(new Headers(headers)), cookie }
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: sent, agent: false }, resolve).on('error', reject).end(text)
  })
  const got = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) for (const one of [value ?? []].flat()) got.append(name, one)
  const bytes = await buffer(incoming)
  const response = new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
    status: incoming.statusCode ?? 500,
    headers: got,
  })
  return Object.defineProperty(response, 'url', { value: url.href })
}

/** A browser as far as it is needed: cookies by host, redirects, forms. */
class Person {
  readonly #jar = new Map<string, string>()

  async go(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, address)
    const cookie = [...this.#jar].flatMap(([name, value]) =>
      name.startsWith(url.host) ? `${name.slice(url.host.length + 1)}=${value}` : [],
    )
    const response = await ask(url, init, cookie.join('; '))
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') this.#jar.delete(`${url.host} ${name}`)
      else this.#jar.set(`${url.host} ${name}`, value)
    }
    const location = response.headers.get('location')
    return location === null ? response : await this.go(new URL(location, url).href)
  }

  async signIn(name: string, path = '/'): Promise<Response> {
    let response = await this.go(path)
    for (const form of [{ prompt: 'login', login: name, password: 'x' }, { prompt: 'consent' }]) {
      const html = await response.clone().text()
      const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return response
      response = await this.go(new URL(action, response.url).href, { method: 'POST', body: new URLSearchParams(form) })
    }
    return response
  }

  async json(path: string, body?: object): Promise<JsonObject> {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
    }
    const value: unknown = await (await this.go(path, { ...sent, headers })).json()
    return isJsonObject(value) ? value : {}
  }

  get cookies(): readonly string[] {
    return [...this.#jar.values()]
  }

  give(name: string, value: string): void {
    this.#jar.set(`${new URL(address).host} ${name}`, value)
  }
}

const question = (threadId: string) => ({
  messages: [{ role: 'user', content: 'Hi' }],
  config: { mode: 'agent', model: 'demo-scripted', threadId },
})

test('a team signs in, each sees only their own threads and usage, and an admin the usage of all', async () => {
  const [anna, ben] = [new Person(), new Person()]
  await Promise.all([anna.signIn('anna', '/api/me'), ben.signIn('ben', '/api/me')])
  expect(await anna.json('/api/me')).toEqual({ name: 'anna@example.com', role: 'admin', signOut: '/auth/sign-out' })
  expect(await ben.json('/api/me')).toEqual({ name: 'ben@example.com', role: 'user', signOut: '/auth/sign-out' })
  await anna.json('/api/chat', question('of-anna'))
  await ben.json('/api/chat', question('of-ben'))
  expect(await anna.json('/api/threads')).toMatchObject({ threads: [{ id: 'of-anna' }] })
  expect(await ben.json('/api/threads')).toMatchObject({ threads: [{ id: 'of-ben' }] })
  expect((await ben.json('/api/threads/of-anna'))['fault']).toMatchObject({ code: 'request/not-found' })
  const [all, own] = [JSON.stringify(await anna.json('/api/usage')), JSON.stringify(await ben.json('/api/usage'))]
  expect([all.includes('anna@'), all.includes('ben@')]).toEqual([true, true])
  expect([own.includes('anna@'), own.includes('ben@')]).toEqual([false, true])
})

test('what is everybody’s is for admins: the traffic, what was said to vendors, MCP servers, and what the doctor finds', async () => {
  const ben = new Person()
  await ben.signIn('ben')
  for (const path of ['/api/traffic/x', '/api/wire'])
    expect((await ben.json(path))['fault']).toMatchObject({ code: 'request/forbidden' })
  expect((await ben.json('/api/mcp/import', { text: '{}' }))['fault']).toMatchObject({
    code: 'request/forbidden',
    words: { id: 'server.admin' },
  })
  const examine = { model: 'demo-scripted' }
  expect((await ben.json('/api/doctor', examine))['fault']).toMatchObject({
    code: 'request/forbidden',
    words: { id: 'server.admin' },
  })
  expect((await ben.json('/api/doctor/cards'))['fault']).toBeUndefined()
  const anna = new Person()
  await anna.signIn('anna')
  expect((await anna.json('/api/doctor', examine))['fault']).toMatchObject({ words: { id: 'doctor.demo' } })
  expect((await anna.json('/api/traffic/x'))['fault']).toMatchObject({ code: 'request/not-found' })
  expect((await anna.json('/api/wire'))['exchanges']).toBeDefined()
})

test('nobody comes in without signing in, and who signs out is out', async () => {
  const nobody = new Person()
  expect((await nobody.json('/api/models'))['fault']).toMatchObject({
    code: 'request/unauthorized',
    words: { id: 'server.sign-in' },
  })
  const ben = new Person()
  await ben.signIn('ben')
  expect(await ben.json('/api/me')).toMatchObject({ name: 'ben@example.com' })
  await ben.go('/auth/sign-out')
  expect((await ben.json('/api/me'))['fault']).toMatchObject({ code: 'request/unauthorized' })
})

test('a name that the issuer has not checked, a cookie of one’s own making and an answer that nobody asked for open nothing', async () => {
  const eve = new Person()
  expect(await (await eve.signIn('eve')).text()).toContain('may not use this server')
  const forged = Buffer.from(JSON.stringify({ name: 'anna@example.com', until: Date.now() + 1e9 })).toString('base64url')
  for (const value of [`${forged}.`, `${forged}.${forged}`, forged, 'x.y', '']) {
    eve.give('parley_session', value)
    expect((await eve.json('/api/me'))['fault'], value).toMatchObject({ code: 'request/unauthorized' })
  }
  expect((await new Person().go('/auth/callback?code=x&state=y')).status).toBe(403)
  const begun = new Person()
  await begun.go('/auth/sign-in')
  expect((await begun.go('/auth/callback?code=x&state=y')).status).toBe(403)
})

test('a session of one browser is no key to the sign-in of another site: nothing but paths of ours is gone back to', async () => {
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    const ben = new Person()
    const end = await ben.signIn('ben', `/auth/sign-in?to=${encodeURIComponent(to)}`)
    expect(new URL(end.url).origin).toBe(address)
  }
})

const asHolder = async (token: string): Promise<unknown> =>
  await (await fetch(`${address}/api/me`, { headers: { authorization: `Bearer ${token}` } })).json()

test('programs still come in with their tokens, and are who those name', async () => {
  expect(await asHolder('token-of-the-house')).toEqual({ name: 'house', role: 'admin' })
  expect(await asHolder('token-of-robot')).toEqual({ name: 'robot', role: 'user' })
})

test('behind a proxy that knows people its header is believed with the secret, and without it nobody is', async () => {
  const proxySecret = 'a secret of the proxy'
  const signOut = '/oauth2/sign_out'
  const file = {
    port: 0,
    signIn: { header: 'X-Forwarded-User', proxySecret, admins: ['anna'], signOut },
    agent: { folder: join(folder, 'proxied') },
  }
  const proxied = await startServer({ config: readConfig({ env: {}, file: JSON.stringify(file) }), log: silentLog })
  const as = async (headers: Record<string, string>) => await (await fetch(`${proxied.address}api/me`, { headers })).json()
  try {
    expect(await as({ 'x-forwarded-user': 'Anna', 'x-parley-proxy': proxySecret })).toEqual({
      name: 'anna',
      role: 'admin',
      signOut,
    })
    expect(await as({ 'x-forwarded-user': 'ben', 'x-parley-proxy': proxySecret })).toEqual({ name: 'ben', role: 'user', signOut })
    for (const headers of [
      { 'x-forwarded-user': 'anna' },
      { 'x-forwarded-user': 'anna', 'x-parley-proxy': 'another secret of it' },
      { 'x-parley-proxy': proxySecret },
      { 'x-forwarded-user': 'house', 'x-parley-proxy': proxySecret },
    ])
      expect(await as(headers)).toMatchObject({ fault: { code: 'request/unauthorized' } })
  } finally {
    await proxied.stop(0)
  }
  expect(() => readConfig({ env: {}, file: JSON.stringify({ host: '0.0.0.0', signIn: { header: 'x-user' } }) })).toThrow(
    'proxySecret',
  )
})
