import { expect, test } from 'vitest'
import { rankOf } from './rank-of.ts'

test('what was written is looked for word by word, never letter by letter', () => {
  expect(rankOf('mode auto-read', 'Audit', ['Auto-read', 'Ask before acting'])).toBe(0)
  expect(rankOf('settings audit', 'Audit', ['Audit', 'Settings'])).toBe(1)
  expect(rankOf('settings audit', 'settings au', ['Audit', 'Settings'])).toBeGreaterThan(0)
  expect(rankOf('model qwen3-30b', '30b qwen', ['Qwen3 30B'])).toBeGreaterThan(0)
  expect(rankOf('anything', '', ['Anything'])).toBeGreaterThan(0)
})

test('a name that begins with it comes before one that has it somewhere, and that before its heading', () => {
  const ranks = ['Data', 'My data', 'Other'].map((label) => rankOf('x', 'data', [label, 'Data']))
  expect(ranks.toSorted((one, two) => two - one)).toEqual(ranks)
  expect(new Set(ranks).size).toBe(3)
})
