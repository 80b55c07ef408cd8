import { type ChatRequest, faultOf, type StreamEvent } from '@parley/dialects'
import { formatEvents } from '@parley/dialects/wire'
import { describe, expect, test } from 'vitest'
import { logExchanges, maskHeaders, memoryExchanges, toCurl } from './exchange-log.ts'
import { httpTransport, type TransportOptions } from './http-transport.ts'

const request: ChatRequest = { model: 'demo', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'Hi' }] }] }
const answer: readonly StreamEvent[] = [
  { type: 'message-start', messageId: 'm', model: 'demo' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-delta', part: 0, text: 'Grüße 你好 👋' },
  { type: 'part-end', part: 0, value: { type: 'text', text: 'Grüße 你好 👋' } },
  { type: 'message-end', reason: 'done' },
]
const whole = answer.map((event) => formatEvents([event])).join('')

/** A server that sends these bytes in pieces of the given size, then closes or breaks. */
function serve(text: string, { size = 1000, breaks = false, status = 200 } = {}): typeof fetch {
  return async (_url, init) => {
    const bytes = new TextEncoder().encode(text)
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (init?.signal?.aborted) return controller.error(init.signal.reason)
        if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)))
        else if (breaks) controller.error(new Error('socket hang up'))
        else controller.close()
      },
    })
    return new Response(body, { status })
  }
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

async function collect(options: Partial<TransportOptions>, signal = new AbortController().signal) {
  const events: StreamEvent[] = []
  for await (const batch of httpTransport({ url: '/api/respond', ...options })(request, signal)) {
    expect(batch.length).toBeGreaterThan(0)
    events.push(...batch)
  }
  return events
}

const faultFrom = async (options: Partial<TransportOptions>) => faultOf(await collect(options).catch((error: unknown) => error))

describe('answers', () => {
  test.each([1, 2, 7, 1000])('come through whole in pieces of %i bytes', async (size) => {
    expect(await collect({ fetch: serve(whole, { size }) })).toEqual(answer)
  })

  test('an answer that breaks off ends in a fault, after what had come', async () => {
    const cut = whole.slice(0, whole.indexOf('part-end'))
    for (const breaks of [true, false]) {
      const events = await collect({ fetch: serve(cut, { breaks }) })
      expect(events.slice(0, 3)).toEqual(answer.slice(0, 3))
      expect(events.at(-1)).toMatchObject({ type: 'fault', fault: { code: 'transport/disconnected', retryable: true } })
    }
  })
})

describe('refusals are thrown before the first event', () => {
  const fault = { code: 'request/unknown-model', message: 'There is no model `x`. Choose another.', retryable: false }

  test('with the words of our server', async () => {
    expect(await faultFrom({ fetch: serve(JSON.stringify({ fault }), { status: 404 }) })).toEqual(fault)
  })

  test('with words of our own when something else answers', async () => {
    expect(await faultFrom({ fetch: serve('<html>Bad gateway</html>', { status: 502 }) })).toMatchObject({
      code: 'provider/unavailable',
      retryable: true,
    })
    expect(await faultFrom({ fetch: serve('', { status: 400 }) })).toMatchObject({ code: 'request/invalid', retryable: false })
  })

  test('when nobody answers, or only with silence', async () => {
    expect(await faultFrom({ fetch: unreachable })).toMatchObject({
      code: 'transport/disconnected',
      message: expect.stringContaining('cannot be reached'),
    })
    expect(await faultFrom({ fetch: serve('') })).toMatchObject({ code: 'transport/disconnected' })
  })

  test('when something that is not an answer comes', async () => {
    expect(await faultFrom({ fetch: serve('data: {"hello": 1}\n\n') })).toMatchObject({ code: 'provider/bad-answer' })
  })
})

test('stopping ends the stream', async () => {
  const stop = new AbortController()
  const seen: StreamEvent[] = []
  const run = async () => {
    for await (const batch of httpTransport({ url: '/', fetch: serve(whole, { size: 60 }) })(request, stop.signal)) {
      seen.push(...batch)
      stop.abort()
    }
  }
  expect(faultOf(await run().catch((error: unknown) => error))).toMatchObject({ code: 'turn/cancelled' })
  expect(seen.length).toBeLessThan(answer.length)
})

test('headers and dialect are asked for every time, and the exchange is kept to the byte without secrets', async () => {
  const bodies: unknown[] = []
  const store = memoryExchanges()
  const options: TransportOptions = {
    url: '/api/respond',
    headers: () => ({ authorization: `Bearer secret-${bodies.length}` }),
    dialect: () => (bodies.length === 0 ? undefined : 'hermes'),
    listen: logExchanges('thread', { store, now: () => 1 }),
    fetch: async (url, init) => {
      bodies.push([new Headers(init?.headers).get('authorization'), JSON.parse(String(init?.body))])
      return await serve(whole)(url, init)
    },
  }
  await collect(options)
  await collect(options)
  expect(bodies).toEqual([
    ['Bearer secret-0', request],
    ['Bearer secret-1', { ...request, dialect: 'hermes' }],
  ])
  const kept = await store.ofThread('thread')
  expect(kept).toHaveLength(2)
  expect(kept[1]).toMatchObject({ status: 200, reply: whole, request: { headers: { authorization: 'Bearer ••••••' } } })
  expect(JSON.stringify(kept)).not.toContain('secret-')
})

test('secrets are masked by the name of the header, and a command can be copied safely', () => {
  expect(maskHeaders({ 'X-Api-Key': 'k', Cookie: 'c', 'x-session-token': 't', accept: 'a' })).toEqual({
    'X-Api-Key': '••••••',
    Cookie: '••••••',
    'x-session-token': '••••••',
    accept: 'a',
  })
  const command = toCurl({ url: 'http://x/', headers: { authorization: 'Bearer abc' }, body: `{"a":"it's $HOME"}` })
  expect(command).toBe(`curl -N 'http://x/' -H "authorization: Bearer $TOKEN" --data-binary '{"a":"it'\\''s $HOME"}'`)
  const hostile = toCurl({ url: 'http://x/', headers: { accept: '$(id)`id`••••••' }, body: '' })
  expect(hostile).toBe("curl -N 'http://x/' -H 'accept: $(id)`id`••••••'")
})

test('what only the page shows of a result is not sent', async () => {
  const result = { type: 'tool-result', callId: 'c', name: 'run', outcome: 'ok', content: [{ type: 'text', text: '1' }] } as const
  const bodies: unknown[] = []
  const respond = httpTransport({
    url: '/api/respond',
    fetch: async (url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return await serve(whole)(url, init)
    },
  })
  const messages = [...request.messages, { role: 'tool', id: 't', parts: [{ ...result, display: { shown: ['big'] } }] } as const]
  for await (const batch of respond({ ...request, messages }, new AbortController().signal)) expect(batch).not.toEqual([])
  expect(bodies).toMatchObject([{ messages: [{ id: 'u' }, { id: 't', parts: [result] }] }])
  expect(JSON.stringify(bodies)).not.toContain('shown')
})
