import type { FinishedAnswer } from './finished-answer.ts'
import { dayOf, KEPT_DAYS, rowOf, type UsageDay, type UsageRow, withRow } from './usage-rows.ts'

/** What was used, by client, model and day. No words of anybody, and no keys. */
export interface UsageStore {
  add(answer: FinishedAnswer): void
  /** The newest days of those that are kept, newest first; those on which nobody asked are not among them. */
  newest(count: number): Promise<readonly UsageDay[]>
  /** Resolves when everything is where it will be found again. */
  flush(): Promise<void>
}

const DAY_MS = 86_400_000

/** The first of the newest days. */
export const firstOf = (count: number, now: number): string => dayOf(now - (Math.min(count, KEPT_DAYS) - 1) * DAY_MS)

/** For hosts without a disk. */
export function createUsageMemory(now: () => number): UsageStore {
  const days = new Map<string, readonly UsageRow[]>()
  return {
    add(answer) {
      const day = dayOf(answer.at)
      days.set(day, withRow(days.get(day) ?? [], rowOf(answer)))
      const first = firstOf(KEPT_DAYS, now())
      for (const old of days.keys()) if (old < first) days.delete(old)
    },
    newest: async (count) =>
      newestFirst(
        [...days].map(([day, rows]) => ({ day, rows })),
        firstOf(count, now()),
      ),
    flush: async () => undefined,
  }
}

export function newestFirst(days: readonly UsageDay[], first: string): readonly UsageDay[] {
  return days.filter(({ day }) => day >= first).toSorted((a, b) => (a.day < b.day ? 1 : -1))
}
