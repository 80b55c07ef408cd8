import type { Message } from '@parley/dialects'
import type { CallRecord } from '../ledger/call-record.ts'

/** What may happen since the user last spoke, before a person is asked whether to go on. */
export interface Budget {
  /** Answers. */
  readonly maxSteps: number
  /** Milliseconds that tools may have run, all together. */
  readonly maxRunMs: number
}

export interface Spent {
  readonly steps: number
  readonly runMs: number
}

/** What was used of it. A tool that waited for a person spent the person's time, which is not counted. */
export function spentSince(messages: readonly Message[], records: readonly CallRecord[]): Spent {
  const lastWord = messages.findLastIndex((message) => message.role === 'user')
  const answers = messages.slice(lastWord + 1).filter((message) => message.role === 'assistant')
  const ids = new Set(answers.map((answer) => answer.id))
  const runMs = records
    .filter(({ messageId, questions }) => ids.has(messageId) && questions.length === 0)
    .reduce((sum, { endedAt = 0, startedAt = endedAt }) => sum + Math.max(0, endedAt - startedAt), 0)
  return { steps: answers.length, runMs }
}

/** Which limit was reached first. Undefined: there is something left of both. */
export function limitReached(spent: Spent, budget: Budget): 'steps' | 'time' | undefined {
  if (spent.steps >= budget.maxSteps) return 'steps'
  return spent.runMs >= budget.maxRunMs ? 'time' : undefined
}

/** Each time a person lets it go on, it may go as far again. */
export function raisedBudget({ maxSteps, maxRunMs }: Budget, extraSteps: number): Budget {
  return { maxSteps: maxSteps + extraSteps, maxRunMs: maxRunMs * (1 + extraSteps / maxSteps) }
}
