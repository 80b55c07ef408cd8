import type { Usage } from '@parley/dialects'

/** US dollars for a million tokens. */
export interface Price {
  readonly read: number
  readonly written: number
  /** Of what came from a cache. Absent: as anything else that is read. */
  readonly cached?: number
}

export type Prices = Readonly<Record<string, Price>>

/** When the prices below were those of the vendors. */
export const PRICES_OF = '2025-11-01'

/** What the vendors ask for common hosted models. A name stands for all that begin with it and go on with a date or a tag. */
export const LIST_PRICES: Prices = {
  'gpt-5': { read: 1.25, cached: 0.125, written: 10 },
  'gpt-5-mini': { read: 0.25, cached: 0.025, written: 2 },
  'gpt-5-nano': { read: 0.05, cached: 0.005, written: 0.4 },
  'gpt-4.1': { read: 2, cached: 0.5, written: 8 },
  'gpt-4.1-mini': { read: 0.4, cached: 0.1, written: 1.6 },
  'gpt-4.1-nano': { read: 0.1, cached: 0.025, written: 0.4 },
  'gpt-4o': { read: 2.5, cached: 1.25, written: 10 },
  'gpt-4o-mini': { read: 0.15, cached: 0.075, written: 0.6 },
  o3: { read: 2, cached: 0.5, written: 8 },
  'o4-mini': { read: 1.1, cached: 0.275, written: 4.4 },
  'claude-opus-4-1': { read: 15, cached: 1.5, written: 75 },
  'claude-sonnet-4-5': { read: 3, cached: 0.3, written: 15 },
  'claude-sonnet-4': { read: 3, cached: 0.3, written: 15 },
  'claude-haiku-4-5': { read: 1, cached: 0.1, written: 5 },
  'claude-3-5-haiku': { read: 0.8, cached: 0.08, written: 4 },
  'gemini-2.5-pro': { read: 1.25, written: 10 },
  'gemini-2.5-flash': { read: 0.3, written: 2.5 },
  'gemini-2.5-flash-lite': { read: 0.1, written: 0.4 },
  'deepseek-chat': { read: 0.28, cached: 0.028, written: 0.42 },
  'deepseek-reasoner': { read: 0.28, cached: 0.028, written: 0.42 },
}

/** `openai/gpt-5-mini-2025-08-07` → `gpt-5-mini`. What goes on with a word is another model. */
const TAIL = /^(?:[-@:](?:\d[\d-]*|latest|preview.*))?$/

/** The price of a model: what the person set, else what the list says of its name. Undefined: nobody knows. */
export function priceOf(model: string, own: Prices): Price | undefined {
  const set = own[model]
  if (set) return set
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const known = Object.keys(LIST_PRICES).find((key) => name.startsWith(key) && TAIL.test(name.slice(key.length)))
  return known === undefined ? undefined : LIST_PRICES[known]
}

/** In US dollars. */
export function costOf({ inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 }: Usage, price: Price): number {
  const cached = Math.min(cachedInputTokens, inputTokens)
  const read = (inputTokens - cached) * price.read + cached * (price.cached ?? price.read)
  return (read + outputTokens * price.written) / 1_000_000
}

/** An answer as far as it is counted. */
export interface Counted {
  readonly model: string
  readonly usage?: Usage | undefined
}

export interface Bill {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly answers: number
  /** Of what has a price. Undefined: nothing has. */
  readonly cost: number | undefined
  /** Whose price nobody knows. */
  readonly unpriced: readonly string[]
  readonly isEstimated: boolean
}

/** All answers together. What was not counted is not in it. */
export function billOf(answers: readonly Counted[], own: Prices): Bill {
  const counted = answers.flatMap(({ model, usage }) => (usage ? [{ usage, model, price: priceOf(model, own) }] : []))
  const sum = (of: (usage: Usage) => number | undefined) => counted.reduce((all, { usage }) => all + (of(usage) ?? 0), 0)
  const costs = counted.flatMap(({ usage, price }) => (price ? [costOf(usage, price)] : []))
  return {
    inputTokens: sum((usage) => usage.inputTokens),
    outputTokens: sum((usage) => usage.outputTokens),
    cachedTokens: sum((usage) => usage.cachedInputTokens),
    answers: counted.length,
    cost: costs.length === 0 ? undefined : costs.reduce((all, cost) => all + cost, 0),
    unpriced: [...new Set(counted.flatMap(({ model, price }) => (price ? [] : [model])))],
    isEstimated: counted.some(({ usage }) => usage.estimated === true),
  }
}

/** Few dollars need many digits. */
export const formatCost = (cost: number, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumSignificantDigits: cost < 1 ? 2 : 4 }).format(cost)
