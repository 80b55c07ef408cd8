import { expect, test } from 'vitest'
import { billOf, costOf, formatCost, priceOf } from './prices.ts'

test('a model is known by its name, with a vendor before it and a date behind it, and no other one is taken for it', () => {
  expect(priceOf('openai/gpt-5-mini-2025-08-07', {})?.written).toBe(2)
  expect(priceOf('gpt-5', {})?.written).toBe(10)
  expect(priceOf('claude-sonnet-4-5-20250929', {})?.read).toBe(3)
  expect(priceOf('gpt-5-codex', {})).toBeUndefined()
  expect(priceOf('qwen3:8b', {})).toBeUndefined()
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
