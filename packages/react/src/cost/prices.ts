import type { Usage } from '@parley/dialects'

/** US dollars for a million tokens. */
export interface Price {
  readonly read: number
  readonly written: number
  /** Of what came from a cache. Absent: as anything else that is read. */
  readonly cached?: number
  /** Of a request that reads more than `above` tokens: all of it costs this. */
  readonly long?: { readonly above: number; readonly read: number; readonly cached: number; readonly written: number }
}

export type Prices = Readonly<Record<string, Price>>

/** What the vendors ask, by whose page and when it said so. */
export interface PriceList {
  readonly vendor: string
  readonly source: string
  readonly read: string
  readonly prices: Prices
}

/** `read` twice, `written` one and a half times: what OpenAI asks of a request above 272,000 tokens. */
const longCosts = (price: Price): Price => ({
  ...price,
  long: { above: 272_000, read: price.read * 2, cached: (price.cached ?? price.read) * 2, written: price.written * 1.5 },
})

/**
 * A name stands for all that go on with a date or a tag. Not here, because a cost would be guessed: models whose price hangs on the
 * hour (DeepSeek), that of a season (Gemini 3.6 to 3.8 Flash), and whose price from a cache no page says (Gemini 3.5 Flash-Lite).
 */
export const PRICE_LISTS: readonly PriceList[] = [
  {
    vendor: 'OpenAI',
    source: 'developers.openai.com/api/docs/pricing',
    read: '2026-10-13',
    prices: {
      'gpt-6.1-sol': longCosts({ read: 2, cached: 0.1, written: 10 }),
      'gpt-6-astra': longCosts({ read: 10, cached: 1, written: 50 }),
      'gpt-6-sol': longCosts({ read: 2, cached: 0.2, written: 10 }),
      'gpt-6-luna': longCosts({ read: 0.1, cached: 0.01, written: 0.5 }),
      'gpt-5.6': longCosts({ read: 4, cached: 0.4, written: 20 }),
      'gpt-5.6-sol': longCosts({ read: 4, cached: 0.4, written: 20 }),
      'gpt-5.6-terra': longCosts({ read: 2, cached: 0.2, written: 12 }),
      'gpt-5.6-luna': longCosts({ read: 0.2, cached: 0.02, written: 1.2 }),
      'gpt-5.5': longCosts({ read: 5, cached: 0.5, written: 30 }),
      'gpt-5.4': longCosts({ read: 2.5, cached: 0.25, written: 15 }),
      'gpt-5.4-mini': { read: 0.75, cached: 0.075, written: 4.5 },
      'gpt-5.4-nano': { read: 0.2, cached: 0.02, written: 1.25 },
      'gpt-5.2': { read: 1.75, cached: 0.175, written: 14 },
      'gpt-5.1': { read: 1.25, cached: 0.125, written: 10 },
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
    },
  },
  {
    vendor: 'Anthropic',
    source: 'platform.claude.com/docs/en/about-claude/pricing',
    read: '2026-10-10',
    prices: {
      'claude-fable-5-1': { read: 10, cached: 0.25, written: 50 },
      'claude-fable-5': { read: 10, cached: 1, written: 50 },
      'claude-opus-5-5': { read: 4, cached: 0.2, written: 20 },
      'claude-opus-5': { read: 5, cached: 0.5, written: 25 },
      'claude-opus-4-8': { read: 5, cached: 0.5, written: 25 },
      'claude-opus-4-7': { read: 5, cached: 0.5, written: 25 },
      'claude-opus-4-6': { read: 5, cached: 0.5, written: 25 },
      'claude-opus-4-5': { read: 5, cached: 0.5, written: 25 },
      'claude-opus-4-1': { read: 15, cached: 1.5, written: 75 },
      'claude-sonnet-5-5': { read: 2, cached: 0.1, written: 10 },
      'claude-sonnet-5': { read: 2, cached: 0.2, written: 10 },
      'claude-sonnet-4-6': { read: 3, cached: 0.3, written: 15 },
      'claude-sonnet-4-5': { read: 3, cached: 0.3, written: 15 },
      'claude-sonnet-4': { read: 3, cached: 0.3, written: 15 },
      'claude-haiku-5-5': {
        read: 0.1,
        cached: 0.01,
        written: 0.5,
        long: { above: 100_000, read: 0.5, cached: 0.05, written: 2.5 },
      },
      'claude-haiku-4-5': { read: 1, cached: 0.1, written: 5 },
      'claude-3-5-haiku': { read: 0.8, cached: 0.08, written: 4 },
    },
  },
  {
    vendor: 'Google',
    source: 'ai.google.dev/gemini-api/docs/pricing',
    read: '2026-07-02',
    prices: {
      'gemini-3.5-flash': { read: 1.5, cached: 0.15, written: 9 },
      'gemini-3.1-pro': { read: 2, cached: 0.2, written: 12, long: { above: 200_000, read: 4, cached: 0.4, written: 18 } },
      'gemini-3.1-flash-lite': { read: 0.25, cached: 0.025, written: 1.5 },
      'gemini-3-flash': { read: 0.5, cached: 0.05, written: 3 },
      'gemini-2.5-pro': {
        read: 1.25,
        cached: 0.125,
        written: 10,
        long: { above: 200_000, read: 2.5, cached: 0.25, written: 15 },
      },
      'gemini-2.5-flash': { read: 0.3, cached: 0.03, written: 2.5 },
      'gemini-2.5-flash-lite': { read: 0.1, cached: 0.01, written: 0.4 },
    },
  },
]

/** The oldest of them: what is said of all. */
export const PRICES_OF = PRICE_LISTS.map(({ read }) => read).toSorted()[0] ?? ''

export const LIST_PRICES: Prices = Object.assign({}, ...PRICE_LISTS.map(({ prices }) => prices))

/** `openai/gpt-5-mini-2025-08-07` → `gpt-5-mini`. What goes on with a word or a version is another model. */
const TAIL = /^(?:[-@:](?:\d{3,8}|\d{4}-\d\d-\d\d|latest|preview(?:-[\d-]+)?))?$/

/** The price of a model: what the person set, else what the list says of its name. Undefined: nobody knows. */
export function priceOf(model: string, own: Prices): Price | undefined {
  const set = own[model]
  if (set) return set
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const known = Object.keys(LIST_PRICES).find((key) => name.startsWith(key) && TAIL.test(name.slice(key.length)))
  return known === undefined ? undefined : LIST_PRICES[known]
}

/** In US dollars. */
export function costOf({ inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 }: Usage, listed: Price): number {
  const price = listed.long && inputTokens > listed.long.above ? listed.long : listed
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
