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
  it('counts blanks that push code out of sight, and leaves indentation alone', () => {
    const hidden = `1 + 1${' '.repeat(160)}; await files.delete('/a')`
    expect(splitInvisible(hidden)).toEqual([
      { text: '1 + 1' },
      { text: ' '.repeat(160), code: '␣×160' },
      { text: "; await files.delete('/a')" },
    ])
    expect(hasInvisible(`1${'\t'.repeat(30)};evil()`)).toBe(true)
    expect(hasInvisible(`1${'\u3000'.repeat(60)};evil()`)).toBe(true)
    expect(hasInvisible(`${' '.repeat(24)}return x`)).toBe(false)
  })
  it('names a carriage return that stands alone, and not the one of a Windows line', () => {
    expect(hasInvisible('6*7 // sum\r;evil()')).toBe(true)
    expect(hasInvisible('6*7 // sum\r\n7')).toBe(false)
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
