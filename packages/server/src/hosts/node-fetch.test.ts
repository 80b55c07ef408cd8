import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createNodeFetch } from './node-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server on bare sockets; `answer` is told how many requests this connection has had before. */
async function serve(answer: (socket: Socket, asked: string, before: number) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let before = 0
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => answer(socket, String(data), before++))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`, sockets, close }
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const soon = (condition: () => boolean) => expect.poll(condition, { timeout: 5000 }).toBe(true)

test('a request carries what it was given, and its connection is used again', async () => {
  const asked: string[] = []
  const { url, sockets, close } = await serve((socket, text) => {
    asked.push(text)
    socket.write(OK)
  })
  const fetch = createNodeFetch()
  for (let count = 0; count < 3; count++) {
    const answer = await fetch(`${url}?q=ä`, { method: 'POST', headers: { 'x-key': 'k' }, body: '{"word":"ö"}' })
    expect(await answer.json()).toEqual({})
  }
  expect(asked[0]).toMatch(/^POST \/v1\?q=%C3%A4 HTTP\/1\.1\r\n/)
  expect(asked[0]).toMatch(/\r\n\r\n\{"word":"ö"\}$/)
  for (const line of [`host: ${new URL(url).host}`, 'accept-encoding: identity', 'x-key: k', 'content-length: 13'])
    expect(asked[0]?.toLowerCase()).toContain(`\r\n${line}\r\n`)
  expect(new Set(asked).size).toBe(1)
  expect(sockets).toHaveLength(1)
  close()
})

test('a name and a password in the address become a header, and are not part of the host', async () => {
  let asked = ''
  const { url, close } = await serve((socket, text) => {
    asked = text
    socket.write(OK)
  })
  await createNodeFetch()(url.replace('//', '//user:p%20w@'), {})
  expect(asked.toLowerCase()).toContain(`authorization: basic ${Buffer.from('user:p w').toString('base64').toLowerCase()}\r\n`)
  expect(asked.toLowerCase()).toContain(`host: ${new URL(url).host}\r\n`)
  close()
})

test.each([
  { name: 'a\r\nb: c', value: 'x' },
  { name: 'key', value: 'x\r\nhost: elsewhere' },
])('a header cannot break out of its line: %o', async ({ name, value }) => {
  const { url, sockets } = await serve((socket) => socket.write(OK))
  await expect(createNodeFetch()(url, { headers: { [name]: value } })).rejects.toThrow(TypeError)
  expect(sockets).toHaveLength(0)
})

describe('what goes wrong', () => {
  test('nobody listens', async () => {
    const { url } = await serve(() => undefined)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    await expect(createNodeFetch()(url, {})).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } })
  })

  test('a connection that was kept is closed by the other side when it is asked again', async () => {
    const { url, close } = await serve((socket, _, before) => void (before === 0 ? socket.write(OK) : socket.destroy()))
    const fetch = createNodeFetch()
    await (await fetch(url, {})).json()
    await expect(fetch(url, {})).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } })
    close()
  })

  test('one that was closed while it rested is not asked', async () => {
    const { url, sockets, close } = await serve((socket) => socket.write(OK))
    const fetch = createNodeFetch()
    await (await fetch(url, {})).json()
    sockets[0]?.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await (await fetch(url, {})).json()).toEqual({})
    expect(sockets).toHaveLength(2)
    close()
  })

  test('words that nobody asked for close a resting connection', async () => {
    const { url, sockets, close } = await serve((socket) => socket.write(OK))
    const fetch = createNodeFetch()
    await (await fetch(url, {})).json()
    sockets[0]?.write(OK)
    await soon(() => sockets[0]?.destroyed === true)
    expect(await (await fetch(url, {})).json()).toEqual({})
    close()
  })

  test('an answer that is cut off is an error, not an end', async () => {
    const { url } = await serve((socket) => socket.end(`${CHUNKED}5\r\nhello\r\n`))
    const reader = (await createNodeFetch()(url, {})).body?.getReader()
    expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('hello')
    await expect(reader?.read()).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('what is no HTTP', async () => {
    const { url, sockets } = await serve((socket) => socket.write('220 mail.example ESMTP\r\n\r\n'))
    await expect(createNodeFetch()(url, {})).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'HPE_INVALID_CONSTANT' } })
    await soon(() => sockets[0]?.destroyed === true)
  })
})

test('an answer may end with its connection', async () => {
  const { url } = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'))
  expect(await (await createNodeFetch()(url, {})).json()).toEqual({ a: 1 })
})

describe('who leaves', () => {
  test('before the answer takes the connection along', async () => {
    const { url, sockets } = await serve(() => undefined)
    const leaving = new AbortController()
    const asked = createNodeFetch()(url, { signal: leaving.signal })
    asked.catch(() => undefined)
    await soon(() => sockets.length === 1)
    leaving.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await soon(() => sockets[0]?.destroyed === true)
  })

  test('during the answer takes the connection along, and does not take the rest for an end', async () => {
    const { url, sockets } = await serve((socket) => socket.write(`${CHUNKED}1\r\na\r\n`))
    const leaving = new AbortController()
    const reader = (await createNodeFetch()(url, { signal: leaving.signal })).body?.getReader()
    await reader?.read()
    leaving.abort()
    await expect(reader?.read()).rejects.toThrow()
    await soon(() => sockets[0]?.destroyed === true)
  })

  test('before asking asks nobody', async () => {
    const { url, sockets } = await serve(() => undefined)
    await expect(createNodeFetch()(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(sockets).toHaveLength(0)
  })
})

test('a reader who does not read holds the server up, and gets everything later', async () => {
  const piece = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
  const total = 400
  let sent = 0
  const { url, sockets } = await serve((socket) => {
    const pour = () => {
      while (sent < total) {
        sent++
        if (!socket.write(piece)) return void socket.once('drain', pour)
      }
      socket.end('0\r\n\r\n')
    }
    socket.write(CHUNKED)
    pour()
  })
  const reader = (await createNodeFetch()(url, {})).body?.getReader()
  let before = -1
  await expect.poll(() => sent === before || ((before = sent), false), { timeout: 5000, interval: 100 }).toBe(true)
  expect(sent).toBeLessThan(total)
  let size = 0
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) size += next.value?.length ?? 0
  expect(size).toBe(total * 64 * 1024)
  expect(sockets).toHaveLength(1)
})

test('whoever leaves when the answer has come, but was not read to its end, does not end the process', async () => {
  const { url, close } = await serve((socket) => socket.write(OK))
  const fetch = createNodeFetch()
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  for (let turns = 0; turns < 20; turns++) {
    const leaving = new AbortController()
    const { body } = await fetch(url, { signal: leaving.signal })
    const reader = body?.getReader()
    await reader?.read()
    for (let turn = 0; turn < turns % 4; turn++) await Promise.resolve()
    leaving.abort()
    await reader?.read().catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
  close()
})
