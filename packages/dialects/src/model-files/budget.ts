/** How much a model's template may cost. It comes from outside, and nothing in it may hold up a page. */
export interface Budget {
  /** Steps of one rendering, and of all of them. Handling a long text takes more of them. */
  readonly steps: number
  readonly allSteps: number
  /** Characters of the template. */
  readonly source: number
  /** Characters of what it writes, and of any text on the way there. */
  readonly output: number
  /** Nested expressions, statements and macros. */
  readonly depth: number
  /** Items of a list. */
  readonly items: number
}

/** The most that a real template was seen to need is 3 400 steps and 19 kB. */
export const USUAL_BUDGET: Budget = {
  steps: 50_000,
  allSteps: 600_000,
  source: 65_536,
  output: 1_000_000,
  depth: 200,
  items: 10_000,
}

/** The template cannot be used; the message says why, as a sentence. */
export class TemplateError extends Error {}

/** It asks for more than a template may have: nothing that it wrote is looked at. */
export class BudgetError extends TemplateError {}

/** What is left of a budget. */
export class Allowance {
  readonly budget: Budget
  #left = 0
  #allLeft: number
  #depth = 0

  constructor(budget: Budget) {
    this.budget = budget
    this.#allLeft = budget.allSteps
  }

  /** Begins anew, as if nothing had been spent. */
  renew(): void {
    this.#allLeft = this.budget.allSteps
  }

  /** Begins a rendering. */
  begin(): void {
    this.#left = Math.min(this.budget.steps, this.#allLeft)
    this.#depth = 0
  }

  spend(steps: number): void {
    this.#left -= steps
    this.#allLeft -= steps
    if (this.#left < 0) throw new BudgetError('It takes too many steps.')
  }

  enter(): void {
    this.spend(1)
    if (++this.#depth > this.budget.depth) throw new BudgetError('It is nested too deeply.')
  }

  leave(): void {
    this.#depth--
  }

  /** A text of this length is about to be made, or was. */
  text(length: number): void {
    if (length > this.budget.output) throw new BudgetError('It writes too much.')
    this.spend(Math.ceil(length / 256))
  }

  /** A list of this length is about to be made, or was. */
  list(length: number): void {
    if (!(length <= this.budget.items)) throw new BudgetError('It makes a list that is too long.')
    this.spend(Math.ceil(length / 8))
  }
}
