import { expect, test } from 'vitest'
import { growth, PROPORTIONAL } from './growth.ts'

/** Looks at every character behind each `step`th one. */
const look = (text: string, step: number): number => {
  let seen = 0
  for (let from = 0; from < text.length; from += step) for (let at = from; at < text.length; at++) seen += text.charCodeAt(at)
  return seen
}

test('work in proportion to the size is told from work that looks at everything again', { timeout: 60_000 }, () => {
  expect(growth((size) => look('x'.repeat(size), size / 10), 200_000)).toBeLessThan(PROPORTIONAL)
  expect(growth((size) => look('x'.repeat(size), 1), 2000)).toBeGreaterThan(PROPORTIONAL)
})
