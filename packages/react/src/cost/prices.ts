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

type Asked = Required<Omit<Price, 'long'>>

/** What is read, what of it comes from a cache, what is written. */
const asks = (read: number, cached: number, written: number): Asked => ({ read, cached, written })

/** Above so many tokens, all of a request costs more. */
const above = (tokens: number, usual: Asked, long: Asked): Price => ({ ...usual, long: { above: tokens, ...long } })

/** `read` twice, `written` one and a half times: what OpenAI asks of a request above 272,000 tokens. */
const longCosts = (usual: Asked): Price => above(272_000, usual, asks(usual.read * 2, usual.cached * 2, usual.written * 1.5))

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
      'gpt-6.1-sol': longCosts(asks(2, 0.1, 10)),
      'gpt-6-astra': longCosts(asks(10, 1, 50)),
      'gpt-6-sol': longCosts(asks(2, 0.2, 10)),
      'gpt-6-luna': longCosts(asks(0.1, 0.01, 0.5)),
      'gpt-5.6': longCosts(asks(4, 0.4, 20)),
      'gpt-5.6-sol': longCosts(asks(4, 0.4, 20)),
      'gpt-5.6-terra': longCosts(asks(2, 0.2, 12)),
      'gpt-5.6-luna': longCosts(asks(0.2, 0.02, 1.2)),
      'gpt-5.5': longCosts(asks(5, 0.5, 30)),
      'gpt-5.4': longCosts(asks(2.5, 0.25, 15)),
      'gpt-5.4-mini': asks(0.75, 0.075, 4.5),
      'gpt-5.4-nano': asks(0.2, 0.02, 1.25),
      'gpt-5.2': asks(1.75, 0.175, 14),
      'gpt-5.1': asks(1.25, 0.125, 10),
      'gpt-5': asks(1.25, 0.125, 10),
      'gpt-5-mini': asks(0.25, 0.025, 2),
      'gpt-5-nano': asks(0.05, 0.005, 0.4),
      'gpt-4.1': asks(2, 0.5, 8),
      'gpt-4.1-mini': asks(0.4, 0.1, 1.6),
      'gpt-4.1-nano': asks(0.1, 0.025, 0.4),
      'gpt-4o': asks(2.5, 1.25, 10),
      'gpt-4o-mini': asks(0.15, 0.075, 0.6),
      o3: asks(2, 0.5, 8),
      'o4-mini': asks(1.1, 0.275, 4.4),
    },
  },
  {
    vendor: 'Anthropic',
    source: 'platform.claude.com/docs/en/about-claude/pricing',
    read: '2026-10-10',
    prices: {
      'claude-fable-5-1': asks(10, 0.25, 50),
      'claude-fable-5': asks(10, 1, 50),
      'claude-opus-5-5': asks(4, 0.2, 20),
      'claude-opus-5': asks(5, 0.5, 25),
      'claude-opus-4-8': asks(5, 0.5, 25),
      'claude-opus-4-7': asks(5, 0.5, 25),
      'claude-opus-4-6': asks(5, 0.5, 25),
      'claude-opus-4-5': asks(5, 0.5, 25),
      'claude-opus-4-1': asks(15, 1.5, 75),
      'claude-sonnet-5-5': asks(2, 0.1, 10),
      'claude-sonnet-5': asks(2, 0.2, 10),
      'claude-sonnet-4-6': asks(3, 0.3, 15),
      'claude-sonnet-4-5': asks(3, 0.3, 15),
      'claude-sonnet-4': asks(3, 0.3, 15),
      'claude-haiku-5-5': above(100_000, asks(0.1, 0.01, 0.5), asks(0.5, 0.05, 2.5)),
      'claude-haiku-4-5': asks(1, 0.1, 5),
      'claude-3-5-haiku': asks(0.8, 0.08, 4),
    },
  },
  {
    vendor: 'Google',
    source: 'ai.google.dev/gemini-api/docs/pricing',
    read: '2026-07-02',
    prices: {
      'gemini-3.5-flash': asks(1.5, 0.15, 9),
      'gemini-3.1-pro': above(200_000, asks(2, 0.2, 12), asks(4, 0.4, 18)),
      'gemini-3.1-flash-lite': asks(0.25, 0.025, 1.5),
      'gemini-3-flash': asks(0.5, 0.05, 3),
      'gemini-2.5-pro': above(200_000, asks(1.25, 0.125, 10), asks(2.5, 0.25, 15)),
      'gemini-2.5-flash': asks(0.3, 0.03, 2.5),
      'gemini-2.5-flash-lite': asks(0.1, 0.01, 0.4),
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
