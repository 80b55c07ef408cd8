import type { Usage } from '@parley/dialects'
import { createStarTable } from '../routing/star-table.ts'

/** Of a million tokens. */
interface Price {
  readonly input: number
  readonly output: number
  /** Of what came from a cache. Absent: as much as any other input. */
  readonly cachedInput?: number
}

/** By `provider/model` or `model`; a star at the end stands for whatever follows. */
export type PriceTable = Readonly<Record<string, Price>>

export interface Priced {
  readonly provider: string
  readonly model: string
  readonly usage: Usage
}

/** What an answer cost; nothing where nobody knows the price of its model. */
export function createPricing(table: PriceTable): (answer: Priced) => number {
  const find = createStarTable(table)
  return ({ provider, model, usage }) => {
    const price = find(`${provider}/${model}`) ?? find(model)
    if (!price) return 0
    const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = usage
    const read = (inputTokens - cachedInputTokens) * price.input + cachedInputTokens * (price.cachedInput ?? price.input)
    return (Math.max(0, read) + outputTokens * price.output) / 1_000_000
  }
}
