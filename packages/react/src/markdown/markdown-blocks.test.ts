import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMarkdown, definitionsIn, meantIn, nothingCut } from './markdown-blocks.ts'

const whole = (text: string) => {
  const cut = cutMarkdown(text, nothingCut)
  return [...cut.blocks, text.slice(cut.at)]
}

const soup = fc
  .array(fc.constantFrom('a', '\n', '\n\n', '```\n', '```', '~~~\n', '- ', '1. ', '| b |', '  ', '# '), { maxLength: 40 })
  .map((pieces) => pieces.join(''))

describe('cutMarkdown', () => {
  it('keeps a fence with blank lines in one piece', () => {
    expect(whole('one\n\n```js\na\n\nb\n```\n\ntwo\n')).toEqual(['one\n\n', '```js\na\n\nb\n```\n\n', 'two\n'])
  })
  it('keeps a loose list together, so that its numbers go on', () => {
    expect(whole('1. one\n\n2. two\n\nafter\n')).toEqual(['1. one\n\n2. two\n\n', 'after\n'])
  })
  it('loses and adds nothing', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(whole(text).join('')).toBe(text)
      }),
    )
  })
  it('cuts a growing text at the same places as the whole one', () => {
    fc.assert(
      fc.property(soup, fc.integer({ min: 1, max: 7 }), (text, size) => {
        let cut = nothingCut
        for (let end = size; end < text.length + size; end += size) cut = cutMarkdown(text.slice(0, end), cut)
        expect([...cut.blocks, text.slice(cut.at)]).toEqual(whole(text))
      }),
    )
  })
})

describe('definitionsIn', () => {
  it('finds what is meant elsewhere, and leaves out what is too long to be read with every block', () => {
    const definitions = definitionsIn(`[a]: https://example.com\n[b]: https://example.com/${'x'.repeat(500_000)}\n`)
    expect(meantIn('See [this][a] and [that][b].', definitions)).toBe('[a]: https://example.com')
  })
})
