import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asCurl } from './as-curl.ts'

const request = (body: string) => ({
  url: '/api/respond',
  method: 'POST' as const,
  headers: { authorization: 'Bearer abcdef123456', accept: 'text/event-stream' },
  body,
})

describe('asCurl', () => {
  it('keeps a secret header out of the command', () => {
    expect(asCurl(request('{}'), 'http://127.0.0.1:1')).not.toContain('abcdef123456')
  })
  it('is read by a shell as the same body, whatever quotes are in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', 'a', ' '), maxLength: 12 }), (body) => {
        const words = asCurl(request(`x${body}`), 'http://127.0.0.1:1').slice('curl'.length)
        const said = execFileSync('sh', ['-c', `set -- ${words}\nfor last; do :; done; printf %s "$last"`], { encoding: 'utf8' })
        expect(said).toBe(`x${body}`)
      }),
      { numRuns: 12 },
    )
  })
})
