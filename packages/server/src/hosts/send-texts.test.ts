import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

let upstream: Upstream
let server: RunningServer
const ports: (number | undefined)[] = []
const WORDS = ['Hello', ' wörld', ' 素数', ' 🦊', ' the end']

beforeAll(async () => {
  upstream = await startUpstream()
  const config = readConfig({
    env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'm', PARLEY_DIALECT: 'native' },
  })
  server = await startServer({ config: { ...config, port: 0 } })
  upstream.behave(async (response, request) => {
    ports.push(request.socket.remotePort)
    stream(response)
    for (const word of WORDS) {
      response.write(chunk({ content: word }))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    response.end(chunk({}, 'stop') + DONE)
  })
})

afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const BODY = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
const asked = (version: string) =>
  `POST /v1/chat/completions HTTP/${version}\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`

/** Everything that comes until so many answers have ended, or the server hangs up. */
async function answersTo(requests: string, count: number): Promise<string> {
  const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const pieces: Buffer[] = []
  const text = () => Buffer.concat(pieces).toString('utf8')
  socket.write(requests)
  await new Promise<void>((resolve) => {
    socket.on('data', (piece) => {
      pieces.push(piece)
      if (text().split('\r\n0\r\n\r\n').length > count) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.destroy()
  return text()
}

/** The body of a chunked answer, every length checked. */
function unchunked(answer: string): string {
  let rest = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  let body = ''
  for (;;) {
    const line = rest.indexOf('\r\n')
    const length = Number.parseInt(rest.subarray(0, line).toString(), 16)
    expect(rest.subarray(line + 2 + length, line + 4 + length).toString()).toBe('\r\n')
    if (length === 0) return body
    body += rest.subarray(line + 2, line + 2 + length).toString('utf8')
    rest = rest.subarray(line + 4 + length)
  }
}

function wordsIn(body: string): string {
  const payloads = body.split('\n\n').filter((line) => line.startsWith('data: {'))
  return payloads.map((line) => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? '').join('')
}

test('every piece is one chunk of the right length, also where a character takes several bytes', async () => {
  const body = unchunked(await answersTo(asked('1.1'), 1))
  expect(wordsIn(body)).toBe(WORDS.join(''))
  expect(body.endsWith('data: [DONE]\n\n')).toBe(true)
})

test('requests on one connection are answered in order, and over one connection to the model server', async () => {
  ports.length = 0
  const [first = '', second = ''] = (await answersTo(asked('1.1') + asked('1.1'), 2)).split(/(?<=\r\n0\r\n\r\n)/)
  expect([first, second]).toEqual([expect.stringContaining(' 200 OK'), expect.stringContaining(' 200 OK')])
  expect(wordsIn(unchunked(first))).toBe(WORDS.join(''))
  expect(wordsIn(unchunked(second))).toBe(WORDS.join(''))
  // A connection is free again a moment after its answer; where none is kept, no number of questions finds one.
  await vi.waitFor(async () => {
    await answersTo(asked('1.1'), 1)
    expect(new Set(ports).size).toBeLessThan(ports.length)
  })
})

test('a client too old for chunks gets the plain words', async () => {
  const answer = await answersTo(asked('1.0'), 1)
  expect(answer).not.toMatch(/transfer-encoding/i)
  expect(wordsIn(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toBe(WORDS.join(''))
})

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('an answer that came to its end leaves no timer behind', async () => {
  await answersTo(asked('1.1'), 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const before = timers()
  await Promise.all(Array.from({ length: 20 }, () => answersTo(asked('1.1'), 1)))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(timers()).toBeLessThanOrEqual(before + 3)
})
