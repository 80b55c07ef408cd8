import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeRows } from './code-lines.tsx'

const plain = (...lines: readonly string[]) => lines.map((text) => [{ text, className: '' }])
const textOf = (rows: ReturnType<typeof codeRows>) => rows.map((row) => row.tokens.map((token) => token.text).join(''))

describe('codeRows', () => {
  it('counts many blank lines in one row, so that what follows is not pushed out of sight', () => {
    const rows = codeRows(plain('1 + 1', ...Array.from({ length: 300 }, () => ''), 'evil()'))
    expect(rows.map(({ kind, lines }) => [kind, lines])).toEqual([
      ['line', 1],
      ['blank', 300],
      ['line', 1],
    ])
  })
  it('leaves the blank lines between paragraphs', () => {
    expect(codeRows(plain('a', '', '', 'b'))).toHaveLength(4)
  })
  it('goes on with a very long line in further rows, and loses none of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 900 }), { minLength: 1, maxLength: 3 }),
        (pieces) => {
          const rows = codeRows([[...pieces, 'x'].map((text, index) => ({ text, className: String(index) }))])
          expect(textOf(rows).join('')).toBe([...pieces, 'x'].join(''))
          expect(rows.reduce((sum, row) => sum + row.lines, 0)).toBe(1)
        },
      ),
    )
  })
})
