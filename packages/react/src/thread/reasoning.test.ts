import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newestWords } from './reasoning.tsx'

describe('the newest words of a thought', () => {
  it('begin where a word begins', () => {
    expect(newestWords('short')).toBe('short')
    const said = newestWords('reconsider '.repeat(60).trim())
    expect(
      said
        .replace('… ', '')
        .split(' ')
        .every((word) => word === 'reconsider'),
    ).toBe(true)
  })
  it('are never half a character, and always the end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 }), (text) => {
        const shown = newestWords(text).replace(/^… /, '')
        expect(text.endsWith(shown)).toBe(true)
        expect(/^[\uDC00-\uDFFF]/.test(shown)).toBe(false)
      }),
    )
  })
})
