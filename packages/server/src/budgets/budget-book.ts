import { type Amounts, type Begins, type Budget, fullIn, SPANS, type Used } from './budget.ts'

/** Who has used how much. */
export interface BudgetBook {
  /** Counts a request, if there is room for it in every span, in one step that nobody can come between. Otherwise what was used. */
  take(owner: string, begins: Begins, budget: Budget): Promise<Used | undefined>
  /** Adds what an answer cost. */
  add(owner: string, begins: Begins, cost: Required<Pick<Amounts, 'tokens' | 'money'>>): Promise<void>
}

/** A book that lasts as long as the server runs. */
export function createBudgetMemory(): BudgetBook {
  const book = new Map<string, Used>()
  const usedBy = (owner: string, begins: Begins): Used => {
    const used = book.get(owner)
    const now = (span: keyof Begins) => (used && used[span].begins >= begins[span] ? used[span] : fresh(begins[span]))
    return { minute: now('minute'), day: now('day'), month: now('month') }
  }
  const change = (owner: string, used: Used, more: Required<Amounts>): void => {
    const changed = SPANS.map((span) => {
      const { begins, requests, tokens, money } = used[span]
      const sums = { requests: requests + more.requests, tokens: tokens + more.tokens, money: money + more.money }
      return [span, { begins, ...sums }] as const
    })
    book.set(owner, { ...used, ...Object.fromEntries(changed) })
  }
  return {
    async take(owner, begins, budget) {
      const used = usedBy(owner, begins)
      if (fullIn(budget, used)) return used
      change(owner, used, { requests: 1, tokens: 0, money: 0 })
      return undefined
    },
    async add(owner, begins, cost) {
      change(owner, usedBy(owner, begins), { requests: 0, ...cost })
    },
  }
}

const fresh = (begins: number): Used['day'] => ({ begins, requests: 0, tokens: 0, money: 0 })
