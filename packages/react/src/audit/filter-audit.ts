import type { AuditRow } from '@parley/browser'
import type { LateWords } from '../language/late-words.ts'

/** What the rows must have. Empty: anything. */
export interface AuditFilter {
  readonly effect: string
  readonly threadId: string
  readonly by: string
  readonly rule: string
  /** `2026-11-17`, by the clock of whoever looks. */
  readonly day: string
}

export const ANY: AuditFilter = { effect: '', threadId: '', by: '', rule: '', day: '' }

const two = (count: number): string => String(count).padStart(2, '0')

export function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function filtered(rows: readonly AuditRow[], filter: AuditFilter): readonly AuditRow[] {
  const { effect, threadId, by, rule, day } = filter
  return rows.filter(
    (row) =>
      (effect === '' || row.effect === effect) &&
      (threadId === '' || row.threadId === threadId) &&
      (by === '' || row.by === by) &&
      (rule === '' || row.rule === rule) &&
      (day === '' || dayOf(row.at) === day),
  )
}

/** What there is to choose from, each with what it is called. */
export function choicesIn(rows: readonly AuditRow[], title: (row: AuditRow) => readonly [value: string, title: string]) {
  const known = new Map(rows.map(title))
  return [...known].filter(([value]) => value !== '').map(([value, shown]) => ({ value, title: shown }))
}

export const PAGE = 100

/** A rule by its sentence; one of the page’s maker by its name. */
export const ruleWords = (rule: string, words: LateWords): string =>
  Object.hasOwn(words.rules, rule) ? (Object.entries(words.rules).find(([id]) => id === rule)?.[1] ?? rule) : rule
