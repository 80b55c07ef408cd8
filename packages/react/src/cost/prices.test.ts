import { expect, test } from 'vitest'
import { billOf, costOf, formatCost, LIST_PRICES, PRICE_LISTS, PRICES_OF, priceOf } from './prices.ts'

test('a model is known by its name, with a vendor before it and a date behind it, and no other one is taken for it', () => {
  expect(priceOf('openai/gpt-5-mini-2025-08-07', {})?.written).toBe(2)
  expect(priceOf('gpt-5', {})?.written).toBe(10)
  expect(priceOf('claude-sonnet-4-5-20250929', {})?.read).toBe(3)
  expect(priceOf('gpt-5-codex', {})).toBeUndefined()
  expect(priceOf('qwen3:8b', {})).toBeUndefined()
})

test('a version, a tag and another kind are not taken for a date', () => {
  for (const other of ['claude-sonnet-4-7', 'claude-opus-5-7', 'gpt-5.7', 'gemini-2.5-pro-preview-tts', 'deepseek-chat'])
    expect(priceOf(other, {}), other).toBeUndefined()
  expect(priceOf('claude-opus-5-5', {})?.read).toBe(4)
  expect(priceOf('claude-sonnet-4-20250514', {})?.read).toBe(3)
  expect(priceOf('google/gemini-3.1-pro-preview', {})?.written).toBe(12)
})

test('every listed price has a vendor, a page and a day, and stands on one list only', () => {
  for (const { vendor, source, read, prices } of PRICE_LISTS) {
    expect(vendor).not.toBe('')
    expect(source).toMatch(/^[a-z.]+\/[a-z/-]+$/)
    expect(read >= PRICES_OF && !Number.isNaN(Date.parse(read))).toBe(true)
    for (const [name, price] of Object.entries(prices))
      expect((price.cached ?? 0) < price.read && price.read < price.written, name).toBe(true)
  }
  expect(Object.keys(LIST_PRICES)).toHaveLength(PRICE_LISTS.flatMap(({ prices }) => Object.keys(prices)).length)
})

test('a long request costs what the vendor asks of long ones, and only that request', () => {
  const price = LIST_PRICES['claude-haiku-5-5'] ?? { read: 0, written: 0 }
  expect(costOf({ inputTokens: 100_000, outputTokens: 0 }, price)).toBeCloseTo(0.01)
  expect(costOf({ inputTokens: 200_000, outputTokens: 1_000_000 }, price)).toBeCloseTo(0.1 + 2.5)
  const usage = { inputTokens: 80_000, outputTokens: 0 }
  const two = billOf(
    [
      { model: 'claude-haiku-5-5', usage },
      { model: 'claude-haiku-5-5', usage },
    ],
    {},
  )
  expect(two.cost).toBeCloseTo(0.016)
})

test('what a person set counts before the list', () => {
  expect(priceOf('gpt-5', { 'gpt-5': { read: 1, written: 1 } })?.written).toBe(1)
})

test('what comes from a cache is cheaper, and what has no price of its own there is not', () => {
  const usage = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 100_000 }
  expect(costOf(usage, { read: 1, cached: 0.5, written: 10 })).toBeCloseTo(0.6 + 0.2 + 1)
  expect(costOf(usage, { read: 1, written: 10 })).toBeCloseTo(2)
})

test('answers are added up, and those without a price are named and not guessed', () => {
  const bill = billOf(
    [
      { model: 'gpt-5', usage: { inputTokens: 1000, outputTokens: 100 } },
      { model: 'qwen3', usage: { inputTokens: 500, outputTokens: 50, estimated: true } },
      { model: 'gpt-5' },
    ],
    {},
  )
  expect(bill).toMatchObject({ inputTokens: 1500, outputTokens: 150, answers: 2, unpriced: ['qwen3'], isEstimated: true })
  expect(bill.cost).toBeCloseTo(0.00225)
  expect(billOf([], {}).cost).toBeUndefined()
})

test('a small cost keeps its digits', () => {
  expect([formatCost(0.00225, 'en'), formatCost(12.5, 'en')]).toEqual(['$0.0023', '$12.5'])
})
