import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'

const COUNTS = ['answers', 'inputTokens', 'outputTokens', 'cachedInputTokens', 'estimated', 'ms'] as const
type Count = (typeof COUNTS)[number]

/** What one client had of one model, on one day or on several. */
export interface UsedRow extends Readonly<Record<Count, number>> {
  readonly client: string
  readonly model: string
}

export interface UsedDay {
  readonly day: string
  readonly rows: readonly UsedRow[]
}

const listOf = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const countOf = (value: JsonValue | undefined): number => (typeof value === 'number' && value > 0 ? value : 0)

function readRow(row: JsonObject): UsedRow {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, countOf(ownValue(row, name))]))
  // Every count was just put in.
  return { client: textOf(ownValue(row, 'client')), model: textOf(ownValue(row, 'model')), ...(counts as Record<Count, number>) }
}

/** What `GET /api/usage` answers, newest day first. */
export function readUsage(value: unknown): readonly UsedDay[] {
  return listOf(isJsonObject(value) ? ownValue(value, 'days') : undefined).map((day) => ({
    day: textOf(ownValue(day, 'day')),
    rows: listOf(ownValue(day, 'rows')).map(readRow),
  }))
}

export const tokensOf = ({ inputTokens, outputTokens }: UsedRow): number => inputTokens + outputTokens

/** The days as one, whoever used most first. */
export function summed(days: readonly UsedDay[]): readonly UsedRow[] {
  const sums = new Map<string, UsedRow>()
  for (const row of days.flatMap(({ rows }) => rows)) {
    const key = JSON.stringify([row.client, row.model])
    const known = sums.get(key)
    sums.set(key, known ? added(known, row) : row)
  }
  return [...sums.values()].toSorted((a, b) => tokensOf(b) - tokensOf(a) || b.answers - a.answers)
}

export function added(known: UsedRow, more: UsedRow): UsedRow {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, known[name] + more[name]]))
  return { ...known, ...counts }
}

/** Every day of a span, oldest first, also those on which nobody asked: a bar for each. */
export function dayTokens(days: readonly UsedDay[], count: number, today: Date): readonly { day: string; tokens: number }[] {
  const known = new Map(days.map(({ day, rows }) => [day, rows.reduce((sum, row) => sum + tokensOf(row), 0)]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today.getTime() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return { day, tokens: known.get(day) ?? 0 }
  })
}
