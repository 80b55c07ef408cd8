import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { chunk } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

let upstream: Upstream
let server: RunningServer
const HELLO = chunk({ content: 'Hello' })

beforeAll(async () => {
  upstream = await startUpstream()
  const config = readConfig({
    env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'm', PARLEY_DIALECT: 'hermes' },
  })
  server = await startServer({ config: { ...config, port: 0 } })
})

afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
const BODY = JSON.stringify({ model: 'm', stream: true, tools, messages: [{ role: 'user', content: 'hi' }] })
const REQUEST = `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`

/** Asks, waits for the first word, and hangs up. On a bare socket: ten thousand of Node's own clients would cost more than what is tested. */
function askAndLeave(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.setEncoding('latin1')
    let heard = ''
    socket.on('data', (piece: string) => {
      heard += piece
      if (heard.includes('Hello')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.write(REQUEST)
  })
}

async function settled(): Promise<void> {
  for (let waited = 0; upstream.open() > 0 && waited < 300; waited++) await new Promise((resolve) => setTimeout(resolve, 10))
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}

const resources = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'TCPSocketWrap').length

async function leaveOften(times: number): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) await askAndLeave()
  }
  await Promise.all(Array.from({ length: 50 }, worker))
  upstream.bodies.length = 0
  await settled()
}

/** More in `npm run test:long`. What each of them may leave behind is the same. */
const READERS = process.env['PARLEY_LONG_TESTS'] === '1' ? 10_000 : 5000
const BYTES_OF_EACH = 800

test(`${READERS} readers who leave take everything with them`, async () => {
  upstream.behave((response) => stream(response, HELLO))
  await leaveOften(300)
  const heap = heapAfterCollection()
  const before = resources()
  await leaveOften(READERS)
  expect(upstream.open()).toBe(0)
  const metrics = await (await fetch(`${server.url}metrics`)).text()
  expect(metrics).toContain('parley_streams_open 0')
  expect(resources()).toBeLessThanOrEqual(before + 5)
  expect(heapAfterCollection() - heap).toBeLessThan(READERS * BYTES_OF_EACH)
}, 240_000)

test('a reader who does not read holds the model server up instead of filling the memory', async () => {
  let sent = 0
  const piece = chunk({ content: 'x'.repeat(16 * 1024) })
  upstream.behave((response) => {
    stream(response, HELLO)
    const pour = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
      sent += piece.length
      response.once('drain', pour)
    }
    pour()
  })
  const asked = connect(Number(new URL(server.url).port), '127.0.0.1')
  asked.on('error', () => undefined)
  asked.pause()
  asked.write(REQUEST)
  let last = -1
  for (let calm = 0; calm < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    calm = sent === last && sent > 0 ? calm + 1 : 0
    last = sent
  }
  expect(sent).toBeLessThan(32 * 1024 * 1024)
  asked.destroy()
  await settled()
  expect(upstream.open()).toBe(0)
}, 60_000)
