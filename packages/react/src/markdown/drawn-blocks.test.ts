import { expect, it } from 'vitest'
import { drawnAfter } from './drawn-blocks.ts'

it('draws as many blocks as there is room for, and one at least', () => {
  const blocks = ['a'.repeat(100), 'b'.repeat(100), 'c'.repeat(5_000), 'd']
  expect(drawnAfter(blocks, 0, 400)).toBe(2)
  expect(drawnAfter(blocks, 2, 400)).toBe(3)
  expect(drawnAfter(blocks, 3, 400)).toBe(4)
  expect(drawnAfter(blocks, 4, 400)).toBe(4)
  expect(
    drawnAfter(
      Array.from({ length: 9_000 }, () => 'a'),
      0,
      6_000,
    ),
  ).toBeLessThan(100)
})
