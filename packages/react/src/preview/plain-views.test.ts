import { expect, it } from 'vitest'
import { countLines } from '../code/source-lines.ts'
import { beginningOf } from './plain-views.tsx'

it('draws a text whole, and of a very large one the beginning', () => {
  const text = 'a line\n'.repeat(5_000)
  expect(beginningOf(text)).toBe(text)
  expect(beginningOf('x'.repeat(20_000_000))).toHaveLength(200_000)
  expect(countLines(beginningOf('\n'.repeat(500_000)))).toBe(10_000)
})
