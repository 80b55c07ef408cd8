import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isJsonObject } from '@parley/dialects'
import { afterEach, describe, expect, test } from 'vitest'
import { type LoginServer, startLoginServer } from '../testing/login-server.ts'
import { list, type McpLab, mcpLabs, wordsOf } from '../testing/mcp-lab.ts'

const open = mcpLabs()
const started: LoginServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.close()
})

async function setUp(more: object = {}, { oauth, takesDocuments = false }: { oauth?: object; takesDocuments?: boolean } = {}) {
  const server = await startLoginServer({ takesDocuments })
  started.push(server)
  const data = await mkdtemp(join(tmpdir(), 'parley-login-'))
  const lab = await open({ guarded: { url: server.url, ...(oauth && { oauth }) } }, more, { PARLEY_DATA: data })
  return { server, lab, data }
}

async function begin(lab: McpLab): Promise<URL> {
  const response = await lab.send('servers/guarded/login', {})
  const body: unknown = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return new URL(isJsonObject(body) ? String(body['url']) : '')
}

/** What a browser does that is sent there: it is sent back at once, since this one asks nobody. */
async function follow(address: URL): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

const status = async (lab: McpLab) => (await lab.status('guarded'))['status']
const look = async (lab: McpLab) => (await lab.tools('guarded')).map(({ tool }) => tool)

// Our own doors, read by the tests that name what they hold.
const json = async (response: Promise<Response>) => (await (await response).json()) as Record<string, never>

async function signIn(lab: McpLab): Promise<void> {
  const back = await follow(await begin(lab))
  expect((await fetch(back)).status).toBe(200)
}

describe('an MCP server that wants a login', () => {
  test('says so, is signed in to over its own page, and is used', async () => {
    const { lab, data, server } = await setUp()
    expect(await look(lab)).toEqual([])
    expect(await status(lab)).toBe('needs-login')
    // Nobody was told of us before a person wanted it.
    expect(server.asked).toEqual([])
    const address = await begin(lab)
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
    expect(address.searchParams.get('resource')).toBe(server.url)
    expect(address.searchParams.get('redirect_uri')).toBe(`${lab.url}/api/mcp/oauth/callback`)
    const back = await fetch(await follow(address))
    expect(await back.text()).toContain('You are signed in')
    expect(await look(lab)).toEqual(['whoami'])
    expect(await status(lab)).toBe('ready')
    expect(wordsOf(await lab.call('whoami'))).toBe('you')
    const file = join(data, 'mcp-logins.json')
    expect((await stat(file)).mode & 0o077).toBe(0)
    const token = /"access_token":"([^"]+)"/.exec((await readFile(file, 'utf8')).replaceAll('\\', ''))?.[1] ?? '?'
    expect(JSON.stringify(await lab.get('servers'))).not.toContain(token)
  })

  test('is signed out of again', async () => {
    const { lab, data } = await setUp()
    await signIn(lab)
    expect(await look(lab)).toEqual(['whoami'])
    await lab.send('servers/guarded/logout', {})
    expect(await readFile(join(data, 'mcp-logins.json'), 'utf8')).toBe('{}')
    expect(await look(lab)).toEqual([])
    expect(await status(lab)).toBe('needs-login')
  })

  test('renews what has expired by itself; where that is refused it wants a login again', async () => {
    const { lab, server } = await setUp()
    await signIn(lab)
    expect(wordsOf(await lab.call('whoami'))).toBe('you')
    server.provider.isExpired = true
    expect(wordsOf(await lab.call('whoami'))).toBe('you')
    expect(server.provider.refreshed).toHaveLength(1)
    server.provider.isExpired = true
    server.provider.refusesToRenew = true
    expect(wordsOf(await lab.call('whoami'))).toContain('wants you to sign in')
    expect(await status(lab)).toBe('needs-login')
  })

  test('has tools for other agents, too, once its owner has signed in', async () => {
    const { lab } = await setUp({ waiting: { beatMs: 20 } })
    const client = new Client({ name: 'codex', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${lab.url}/mcp`)))
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names()).not.toContain('guarded__whoami')
    await signIn(lab)
    await look(lab)
    await expect.poll(names, { timeout: 20_000 }).toContain('guarded__whoami')
    await client.close()
  })

  test('knows each owner apart', async () => {
    const { lab } = await setUp({ tokens: { anna: 'annas-token', ben: 'bens-token' } })
    const as = (token: string, path: string, body?: object) =>
      lab.send(path, body, {
        headers: { origin: lab.url, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
    const { url } = await json(as('annas-token', 'servers/guarded/login', {}))
    // Back from another site, without a cookie.
    expect((await fetch(await follow(new URL(String(url))))).status).toBe(200)
    expect(list((await json(as('annas-token', 'tools?server=guarded')))['tools'])).toHaveLength(1)
    expect(list((await json(as('bens-token', 'tools?server=guarded')))['tools'])).toHaveLength(0)
    expect(list((await json(as('bens-token', 'servers')))['servers'])).toMatchObject([{ status: 'needs-login' }])
  })
})

const redirects = ({ url }: McpLab) => ({ redirect_uris: [`${url}/api/mcp/oauth/callback`] })

describe('who we are to whoever gives out logins', () => {
  const DOCUMENT = 'https://parley.example/mcp-client.json'

  test('is what the entry of the server says, with its secret, and nobody is registered', async () => {
    const { lab, server } = await setUp({}, { oauth: { clientId: 'known', clientSecret: 'between-us' } })
    server.provider.documents.set('known', { client_id: 'known', client_secret: 'between-us', ...redirects(lab) })
    expect((await begin(lab)).searchParams.get('client_id')).toBe('known')
    await signIn(lab)
    expect(wordsOf(await lab.call('whoami'))).toBe('you')
    expect(server.asked).not.toContain('/register')
    expect(JSON.stringify(await lab.get('servers'))).not.toContain('between-us')
  })

  test('is nobody with a wrong secret', async () => {
    const { lab, server } = await setUp({}, { oauth: { clientId: 'known', clientSecret: 'guessed' } })
    server.provider.documents.set('known', { client_id: 'known', client_secret: 'between-us', ...redirects(lab) })
    expect((await fetch(await follow(await begin(lab)))).status).toBe(400)
    await look(lab)
    expect(await status(lab)).toBe('needs-login')
  })

  test('is a public document, where the other side takes one', async () => {
    const { lab, server } = await setUp({ mcp: { clientDocument: DOCUMENT } }, { takesDocuments: true })
    server.provider.documents.set(DOCUMENT, { client_id: DOCUMENT, ...redirects(lab) })
    expect((await begin(lab)).searchParams.get('client_id')).toBe(DOCUMENT)
    await signIn(lab)
    expect(wordsOf(await lab.call('whoami'))).toBe('you')
    expect(server.asked).not.toContain('/register')
  })

  test('is registered, where the other side takes no document', async () => {
    const { lab, server } = await setUp({ mcp: { clientDocument: DOCUMENT } })
    expect((await begin(lab)).searchParams.get('client_id')).not.toBe(DOCUMENT)
    expect(server.asked).toContain('/register')
  })
})

describe('a login that somebody meddles with', () => {
  test('another state than ours, or one that was used, signs nobody in', async () => {
    const { lab } = await setUp()
    const back = await follow(await begin(lab))
    const foreign = new URL(back)
    foreign.searchParams.set('state', 'somebody-elses')
    expect((await fetch(foreign)).status).toBe(400)
    await look(lab)
    expect(await status(lab)).toBe('needs-login')
    expect((await fetch(back)).status).toBe(200)
    expect((await fetch(back)).status).toBe(400)
  })

  test('an answer from another issuer is not taken', async () => {
    const { lab } = await setUp()
    const back = await follow(await begin(lab))
    back.searchParams.set('iss', 'https://elsewhere.example')
    expect((await fetch(back)).status).toBe(400)
    await look(lab)
    expect(await status(lab)).toBe('needs-login')
  })

  test('what the other side says went wrong is shown to nobody', async () => {
    const { lab } = await setUp()
    const back = await follow(await begin(lab))
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'Call 0900 for your refund')
    const answer = await fetch(back)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(await answer.text()).not.toContain('0900')
  })

  test('a page that is reached over an open line begins none', async () => {
    const { lab } = await setUp({ hosts: ['chat.example.org'], origins: ['http://chat.example.org'] })
    const response = await lab.send(
      'servers/guarded/login',
      {},
      {
        headers: { origin: 'http://chat.example.org', 'content-type': 'application/json' },
      },
    )
    expect(response.status).toBe(409)
  })
})
