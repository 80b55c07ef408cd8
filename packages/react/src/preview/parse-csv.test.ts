import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv, sortRows } from './parse-csv.ts'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('a table in a text', () => {
  it('comes back cell by cell, whatever stands in the cells', () => {
    const cell = fc.string({ minLength: 1, unit: fc.constantFrom('a', '1', ',', ';', '"', '\n', '\r', '\t', ' ', 'ü') })
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (cells, end) => {
        const text = ['a,b,c', ...cells.map((row) => row.map(quote).join(','))].join(end)
        expect(parseCsv(text)).toEqual({ columns: ['a', 'b', 'c'], rows: cells, isCut: false })
      }),
    )
  })
  it('is read from any text without an error, also from one that breaks off inside a quote', () => {
    expect(parseCsv('a;b\n1;"two').rows).toEqual([['1', 'two']])
    expect(parseCsv('').rows).toEqual([])
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseCsv(text)))
  })
  it.each([
    ['two million columns', ','.repeat(2_000_000)],
    ['two million rows', `a,b\n${'1,2\n'.repeat(1_900_000)}`],
    ['one cell of thirty megabytes', 'x'.repeat(30_000_000)],
  ])('is cut where it would hold up the page: %s', (_, text) => {
    const { columns, rows, isCut } = parseCsv(text)
    expect(isCut).toBe(true)
    expect(columns.length).toBeLessThanOrEqual(200)
    expect(rows.length * columns.length).toBeLessThanOrEqual(1_000_000)
  })
  it('goes on behind a quote that is closed too early', () => {
    expect(parseCsv('a,b\n"x"y,2\n3,"""4""').rows).toEqual([
      ['xy', '2'],
      ['3', '"4"'],
    ])
  })
  it('is sorted by number where there are numbers, and by words where there are none', () => {
    const rows = [
      ['10', 'b'],
      ['9', 'a'],
      ['-1', 'c'],
    ]
    expect(sortRows(rows, { column: 0, direction: 'ascending' }, 'en').map(([first]) => first)).toEqual(['-1', '9', '10'])
    expect(sortRows(rows, { column: 1, direction: 'descending' }, 'en').map(([, second]) => second)).toEqual(['c', 'b', 'a'])
  })
})
