import { expect, test } from 'vitest'
import { codeFrame } from './code-frame.ts'

test('the caret stands under the place, with two lines around it', () => {
  expect(codeFrame('a\nb\nc d\ne\nf', { line: 3, column: 3 })).toBe('  1 | a\n  2 | b\n> 3 | c d\n    |   ^\n  4 | e\n  5 | f')
})

test('numbers of different width are aligned', () => {
  const source = Array.from({ length: 11 }, (_, index) => `line${index + 1}`).join('\n')
  expect(codeFrame(source, { line: 10, column: 1 })).toBe('   8 | line8\n   9 | line9\n> 10 | line10\n     | ^\n  11 | line11')
})

test('a long line is cut around the place', () => {
  const frame = codeFrame(`${'x'.repeat(500)}HERE${'y'.repeat(500)}`, { line: 1, column: 501 })
  const [code = '', caret = ''] = frame.split('\n')
  expect(code.length).toBeLessThan(140)
  expect(code.slice(caret.indexOf('^'), caret.indexOf('^') + 4)).toBe('HERE')
})
