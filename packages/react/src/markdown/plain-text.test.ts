import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf } from './plain-text.tsx'

describe('chunksOf', () => {
  it('loses nothing and keeps every piece small, also without a single blank', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom('ab ', 'x', '  '), (length, unit) => {
        const text = unit.repeat(length).slice(0, length)
        const chunks = chunksOf(text)
        expect(chunks.join('')).toBe(text)
        expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(6_000)
      }),
      { numRuns: 30 },
    )
  })
  it('keeps the pieces it has already made when the text grows', () => {
    const text = 'word '.repeat(4_000)
    const before = chunksOf(text.slice(0, 12_000))
    expect(chunksOf(text).slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  })
})
