import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { SHORT_BYTES, sha256, sha256OfText } from './sha256.ts'

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

const LONGEST = Math.floor(SHORT_BYTES / 3)

it('agrees with another implementation on any text, the longest after the shortest', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.nat(LONGEST).map((length) => '日'.repeat(length)),
  )
  fc.assert(
    fc.property(text, (short) => {
      const bytes = new TextEncoder().encode(short)
      expect(sha256OfText(short)).toEqual({ hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length })
    }),
    { numRuns: 100, examples: [['日'.repeat(LONGEST)], ['']] },
  )
})
