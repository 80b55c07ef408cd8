import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers })

const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"a":'))
      controller.error(new Error('aborted'))
    },
  })

const calling = (input: unknown) => JSON.stringify({ calls: [{ arguments: JSON.stringify(input) }] }, null, 1)

const writing = (length: number) => post(calling({ content: 'a'.repeat(length) }))

describe('readBody', () => {
  it('refuses a body that nests without end, before anything tries to walk it', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    await expect(readBody(post(deep), { bodyBytes: 1_000_000, bodyValues: 100 })).rejects.toThrow(/nests deeper than 256 levels/)
    await expect(readBody(post('{"a":[[1]]}'), { bodyBytes: 1_000_000, bodyValues: 100 })).resolves.toEqual({ a: [[1]] })
  })

  it('refuses a body of more values than anybody means, and counts none inside of strings', async () => {
    const limits = { bodyBytes: 1_000_000, bodyValues: 100 }
    await expect(readBody(post(`[${'{},'.repeat(100)}{}]`), limits)).rejects.toThrow(/holds more than 100 values/)
    const words = '[{,"\\\\'.repeat(500)
    await expect(readBody(post(JSON.stringify({ words })), limits)).resolves.toEqual({ words })
  })

  it('counts the values in the arguments of calls, which are JSON in JSON, and none of the words there', async () => {
    const limits = { bodyBytes: 1_000_000, bodyValues: 100 }
    for (const heavy of [calling({ a: Array(200).fill(0) }), calling({ 'a"\\': Array.from({ length: 200 }, () => ({})) })]) {
      await expect(readBody(post(heavy), limits)).rejects.toThrow(/holds more than 100 values/)
      await expect(readBody(post(heavy.replaceAll('\\"', '\\u0022')), limits)).rejects.toThrow(/holds more than 100 values/)
    }
    const disguised = calling({ a: Array(200).fill(0) })
      .replace('arguments', '\\u0061rguments')
      .replace('"{', '"\\u007b')
    await expect(readBody(post(disguised), limits)).rejects.toThrow(/holds more than 100 values/)
    const light = calling({ content: '[{,"\\'.repeat(500) })
    await expect(readBody(post(light), limits)).resolves.toEqual(JSON.parse(light))
  })

  it('refuses calls with more words than any model reads, by name', async () => {
    const limits = { bodyBytes: 20_000_000, bodyValues: 100 }
    await expect(readBody(writing(1_900_000), limits)).resolves.toHaveProperty('calls')
    await expect(readBody(writing(2_100_000), limits)).rejects.toThrow(/arguments of the calls .* more than 2000000 characters/)
  })

  it('does not call an upload that broke off a mistake of the server', async () => {
    for (const headers of [{}, { 'content-length': '500' }]) {
      const sent: RequestInit & { duplex: 'half' } = { method: 'POST', body: broken(), headers, duplex: 'half' }
      const request = new Request('http://127.0.0.1/', sent)
      const reading = readBody(request, { bodyBytes: 1000, bodyValues: 100 })
      await expect(reading).rejects.toMatchObject({ fault: { code: 'request/invalid', retryable: true } })
    }
  })

  it('says of a body that somebody else has read where Parley belongs', async () => {
    for (const headers of [{}, { 'content-length': '2' }]) {
      const request = post('{}', headers)
      await request.text()
      await expect(readBody(request, { bodyBytes: 1000, bodyValues: 100 })).rejects.toThrow(/Mount Parley before .*express\.json/)
    }
  })

  it('says the same where the host finds out late', async () => {
    const app = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => {
        const listener = getRequestListener(async (request) => {
          const said = await readBody(request, { bodyBytes: 1000, bodyValues: 100 }).catch((error: Error) => error.message)
          return new Response(String(said))
        })
        void listener(incoming, outgoing)
      })
    })
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    // Invariant: a server that listens on a TCP port has an address with a port.
    const { port } = app.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    expect(await response.text()).toMatch(/Mount Parley before/)
    await new Promise((resolve) => app.close(resolve))
  })

  it('says of a compressed body that it is one', async () => {
    await expect(readBody(post('{}', { 'content-encoding': 'gzip' }), { bodyBytes: 1000, bodyValues: 100 })).rejects.toThrow(
      /compressed.*without a `content-encoding`/,
    )
    for (const none of ['identity', ''])
      await expect(readBody(post('{}', { 'content-encoding': none }), { bodyBytes: 1000, bodyValues: 100 })).resolves.toEqual({})
  })
})
