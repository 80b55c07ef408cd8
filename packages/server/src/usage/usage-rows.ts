import { z } from 'zod'
import type { FinishedAnswer } from './finished-answer.ts'

const count = z.number().min(0)

/** What each client had of each model on one day. */
export const usageRows = z.array(
  z.object({
    client: z.string(),
    model: z.string(),
    answers: count,
    inputTokens: count,
    outputTokens: count,
    /** Of those that were read, what came from a vendor's cache. */
    cachedInputTokens: count,
    /** Answers whose tokens nobody counted. */
    estimated: count,
    ms: count,
  }),
)

export type UsageRow = Readonly<z.output<typeof usageRows>[number]>

/** What `GET /api/usage` answers. A day is `2026-11-16`, in UTC. */
export const usageDays = z.object({ days: z.array(z.object({ day: z.string(), rows: usageRows })) })

export interface UsageDay {
  readonly day: string
  readonly rows: readonly UsageRow[]
}

/** Names come from outside, and a day is a small file: the smallest of more rows than these are one. */
export const MOST_ROWS = 100
export const KEPT_DAYS = 400
const OTHERS = 'others'

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function rowOf({ asker, model, usage, ms }: FinishedAnswer): UsageRow {
  return {
    client: asker.client,
    model,
    answers: 1,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    cachedInputTokens: usage.cachedInputTokens ?? 0,
    estimated: usage.estimated ? 1 : 0,
    ms: Math.round(ms),
  }
}

/** The rows with one more in them. Nothing is lost: sums stay sums, whatever is folded into the others. */
export function withRow(rows: readonly UsageRow[], row: UsageRow): readonly UsageRow[] {
  const at = rows.findIndex(({ client, model }) => client === row.client && model === row.model)
  if (at >= 0) return rows.map((known, index) => (index === at ? sumOf(known, row) : known))
  const named = rows.filter(({ client }) => client !== OTHERS)
  if (named.length < MOST_ROWS || row.client === OTHERS) return [...rows, row]
  const least = named.reduce((a, b) => (weightOf(b) < weightOf(a) ? b : a))
  return withRow([...rows.filter((known) => known !== least), row], { ...least, client: OTHERS, model: OTHERS })
}

const weightOf = ({ inputTokens, outputTokens, answers }: UsageRow) => inputTokens + outputTokens + answers

function sumOf(known: UsageRow, more: UsageRow): UsageRow {
  return {
    client: known.client,
    model: known.model,
    answers: known.answers + more.answers,
    inputTokens: known.inputTokens + more.inputTokens,
    outputTokens: known.outputTokens + more.outputTokens,
    cachedInputTokens: known.cachedInputTokens + more.cachedInputTokens,
    estimated: known.estimated + more.estimated,
    ms: known.ms + more.ms,
  }
}
