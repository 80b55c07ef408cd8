import { FaultError } from '@parley/dialects'
import { say } from '../words.ts'
import { type Budget, beginsAt, type Full, fullIn } from './budget.ts'
import type { BudgetBook } from './budget-book.ts'
import { createPricing, type Priced, type PriceTable } from './prices.ts'

/** Holds those who ask to what they may use. */
export interface Budgets {
  /** Counts a request. Throws a fault where a budget is used up, which says which, and when there is room again. */
  admit(owner: string): Promise<void>
  /** An answer has come to its end. Those that were under way when a budget was used up may go beyond it. */
  spend(answer: Spent): Promise<void>
}

interface Spent extends Priced {
  readonly asker: { readonly owner: string }
}

interface BudgetOptions {
  /** By the name of who holds a token; `*` holds for each who has none of their own. */
  readonly budgets: Readonly<Record<string, Budget>>
  readonly prices: PriceTable
  /** Looked for each time: the place that replicas share may be opened late. */
  readonly book: () => BudgetBook
  readonly now: () => number
}

export function createBudgets({ budgets, prices, book, now }: BudgetOptions): Budgets {
  const costOf = createPricing(prices)
  const budgetOf = (owner: string): Budget | undefined => (Object.hasOwn(budgets, owner) ? budgets[owner] : budgets['*'])
  return {
    async admit(owner) {
      const budget = budgetOf(owner)
      if (!budget) return
      const used = await book().take(owner, beginsAt(now()), budget)
      const full = used && fullIn(budget, used)
      if (full) throw usedUp(owner, full, now())
    },
    async spend(answer) {
      const { owner } = answer.asker
      if (!budgetOf(owner)) return
      const { inputTokens = 0, outputTokens = 0 } = answer.usage
      await book().add(owner, beginsAt(now()), { tokens: Math.ceil(inputTokens + outputTokens), money: costOf(answer) })
    },
  }
}

const MEASURE = { requests: 'budget.requests', tokens: 'budget.tokens', money: 'budget.money' } as const
const SPAN = { minute: 'budget.minute', day: 'budget.day', month: 'budget.month' } as const

/** Who is told to come back later than this should not repeat by itself. */
const SOON_MS = 60_000

function usedUp(owner: string, { span, measure, most, until }: Full, now: number): FaultError {
  const wait = Math.max(0, until - now)
  const again = new Date(until)
    .toISOString()
    .replace(/:\d\d\.\d+Z$/, ' UTC')
    .replace('T', ' ')
  return new FaultError({
    code: 'request/too-many',
    ...say('budget.used-up', { owner, most: say(MEASURE[measure], { most }), span: say(SPAN[span]), again }),
    retryable: wait <= SOON_MS,
    retryAfter: wait / 1000,
    details: { field: `budgets.${owner}.${span}.${measure}` },
  })
}
