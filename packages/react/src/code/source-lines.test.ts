import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlightCode } from './highlight-code.ts'
import { countLines, sourceLines, withoutLastBreak } from './source-lines.ts'

describe('sourceLines', () => {
  it.each([
    ['6*7 // sum\r;evil()', ['6*7 // sum', ';evil()']],
    ['a\u2028b\u2029c', ['a', 'b', 'c']],
    ['a\r\nb\n\nc', ['a', 'b', '', 'c']],
    ['', ['']],
  ])('breaks %j where JavaScript does', (text, lines) => {
    expect(sourceLines(text).map((line) => line.text)).toEqual(lines)
  })
  it.each([
    ['one\ntwo\n', 2],
    ['one\r\ntwo\r\n', 2],
    ['one\ntwo', 2],
    ['one\n\n', 2],
    ['one\r', 2],
    ['', 1],
  ])('has as many lines to show in %j as a file of that text has', (text, count) => {
    expect(countLines(withoutLastBreak(text))).toBe(count)
  })
  it('names what ended a line, if it was out of the ordinary', () => {
    expect(sourceLines('a\rb\u2028c\nd\r\ne').map((line) => line.oddEnd)).toEqual(['\r', '\u2028', '', '', ''])
  })
  it('counts the lines that it makes, and loses nothing but the breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '/', '\r', '\n', '\u2028', '\u2029') }), (text) => {
        const lines = sourceLines(text)
        expect(lines).toHaveLength(countLines(text))
        expect(lines.map((line) => line.text).join('')).toBe(text.replaceAll(/[\r\n\u2028\u2029]/g, ''))
      }),
    )
  })
})

describe('highlightCode', () => {
  it.each(['\r', '\u2028', '\u2029', '\n'])(
    'does not colour code behind a comment that %j has ended as a comment',
    async (end) => {
      const lines = await highlightCode(`6*7 // sum${end};evil()`, 'javascript')
      const second = lines?.[1]?.map((token) => token.className).join(' ')
      expect(lines?.[0]?.some((token) => token.className.includes('text-code-note'))).toBe(true)
      expect(lines?.[1]?.map((token) => token.text).join('')).toBe(';evil()')
      expect(second).not.toContain('text-code-note')
    },
  )
})
