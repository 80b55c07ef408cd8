import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

it('agrees with another implementation on every length around the block size', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 256)
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

it('agrees with another implementation on any bytes, also in the middle of a buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(5), (bytes, offset) => {
      const piece = bytes.subarray(offset)
      expect(sha256(piece)).toBe(createHash('sha256').update(piece).digest('hex'))
    }),
    { numRuns: 50 },
  )
})
