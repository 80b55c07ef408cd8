import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_ROWS, type UsageRow, withRow } from './usage-rows.ts'

const count = fc.nat(1000)
const row: fc.Arbitrary<UsageRow> = fc.record({
  client: fc.nat(60).map((number) => `client-${number}`),
  model: fc.nat(6).map((number) => `model-${number}`),
  answers: count,
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: count,
  estimated: count,
  ms: count,
})
const totals = (rows: readonly UsageRow[]) =>
  (['answers', 'inputTokens', 'outputTokens', 'cachedInputTokens', 'estimated', 'ms'] as const).map((field) =>
    rows.reduce((sum, one) => sum + one[field], 0),
  )

test('however many clients there are, a day stays small, every pair is there once, and the sums are the same', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 400, size: 'max' }), (made) => {
      const rows = made.reduce<readonly UsageRow[]>(withRow, [])
      expect(rows.length).toBeLessThanOrEqual(MOST_ROWS + 1)
      expect(totals(rows)).toEqual(totals(made))
      expect(new Set(rows.map(({ client, model }) => `${client} ${model}`)).size).toBe(rows.length)
    }),
  )
})

const one = (client: string, inputTokens: number): UsageRow => ({
  client,
  model: 'm',
  answers: 1,
  inputTokens,
  outputTokens: 0,
  cachedInputTokens: 0,
  estimated: 0,
  ms: 1,
})

test('who asks most keeps a name, however many ask once', () => {
  const visitors = Array.from({ length: 1000 }, (_, index) => one(`visitor-${index}`, 1))
  const rows = [...visitors.slice(0, 500), one('regular', 5000), ...visitors.slice(500)].reduce<readonly UsageRow[]>(withRow, [])
  expect(rows.find(({ client }) => client === 'regular')).toMatchObject({ inputTokens: 5000 })
  expect(rows.find(({ client }) => client === 'others')).toMatchObject({ answers: 901 })
})
