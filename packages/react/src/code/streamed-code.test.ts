import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tailOf } from './streamed-code.tsx'

describe('tailOf', () => {
  it('is the end of the text and stays small, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n'), maxLength: 20_000, size: 'max' }), (text) => {
        const tail = tailOf(text)
        expect(text.endsWith(tail)).toBe(true)
        expect(tail.length).toBeLessThanOrEqual(6_000)
      }),
      { numRuns: 30 },
    )
  })
  it('keeps a short text whole', () => {
    expect(tailOf('one\ntwo')).toBe('one\ntwo')
  })
})
