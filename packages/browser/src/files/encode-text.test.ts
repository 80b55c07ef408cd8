import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeText } from './encode-text.ts'

// A piece is 65,536 units long. What lies across its end is where a text could be cut wrongly.
const aroundTheEnd = fc
  .tuple(
    fc.integer({ min: 65_520, max: 65_540 }),
    fc.constantFrom('a', 'é', '中'),
    fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('\ud83d', '\ude00')),
      maxLength: 40,
    }),
  )
  .map(([length, letter, end]) => letter.repeat(length) + end)

test('a long text becomes the bytes that the platform makes of it', () => {
  fc.assert(
    fc.property(aroundTheEnd, fc.integer({ min: 1, max: 3 }), (text, times) => {
      const long = text.repeat(times)
      expect(Buffer.from(encodeText(long)).equals(new TextEncoder().encode(long))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a pair of surrogates across the end of a piece stays one character', () => {
  const text = `${'a'.repeat(65_535)}😀${'b'.repeat(65_535)}`
  expect(new TextDecoder('utf-8', { fatal: true }).decode(encodeText(text))).toBe(text)
})
