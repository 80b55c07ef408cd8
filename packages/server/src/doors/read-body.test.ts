import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers })

describe('readBody', () => {
  it('refuses a body that nests without end, before anything tries to walk it', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    await expect(readBody(post(deep), 1_000_000)).rejects.toThrow(/nests deeper than 256 levels/)
    await expect(readBody(post('{"a":[[1]]}'), 1_000_000)).resolves.toEqual({ a: [[1]] })
  })

  it('says of a compressed body that it is one', async () => {
    await expect(readBody(post('{}', { 'content-encoding': 'gzip' }), 1000)).rejects.toThrow(
      /compressed.*without a `content-encoding`/,
    )
    for (const none of ['identity', ''])
      await expect(readBody(post('{}', { 'content-encoding': none }), 1000)).resolves.toEqual({})
  })
})
