import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasInvisible, splitInvisible } from './invisible-characters.ts'

describe('splitInvisible', () => {
  it('names a direction override that would make code read differently', () => {
    expect(splitInvisible('a\u202eb')).toEqual([{ text: 'a' }, { text: '\u202e', code: 'U+202E' }, { text: 'b' }])
  })
  it('names a tag character outside the basic plane by its whole code point', () => {
    expect(splitInvisible('\u{e0041}')).toEqual([{ text: '\u{e0041}', code: 'U+E0041' }])
  })
  it('leaves tabs, Chinese and emoji alone', () => {
    expect(hasInvisible('\tif (素数) return "🙂"')).toBe(false)
  })
  it('loses nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          splitInvisible(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
