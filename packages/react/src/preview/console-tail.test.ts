import type { ConsoleLine } from '@parley/browser/sandbox'
import { expect, it } from 'vitest'
import { withLine } from './console-tail.ts'

const printed = (texts: readonly string[]) =>
  texts.reduce<readonly ConsoleLine[]>((lines, text) => withLine(lines, { level: 'log', text }), [])

it('keeps the last lines of a page, and never more than can be drawn', () => {
  const plain = printed(Array.from({ length: 300 }, (_, index) => `line ${index}`))
  expect(plain).toHaveLength(200)
  expect(plain.at(-1)?.text).toBe('line 299')
  const unseen = printed(Array.from({ length: 50 }, () => '\u200b'.repeat(20_000)))
  expect(unseen.length).toBeGreaterThan(0)
  expect(unseen.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(40_000)
})
