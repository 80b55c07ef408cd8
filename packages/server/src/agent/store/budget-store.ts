import { type Begins, type Budget, MEASURES, SPANS, type Span, type Used } from '../../budgets/budget.ts'
import type { BudgetBook } from '../../budgets/budget-book.ts'
import { numberOf, type Row, type Sql } from './sql.ts'

/** More than anybody can use. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER

/**
 * Who has used how much, where all replicas see it: one row for each owner. A request is counted by one statement that does nothing where a
 * budget is used up, so no two of them can take the last place.
 */
export function createBudgetStore(sql: Sql): BudgetBook {
  const table = `${sql.prefix}budget_use`
  const take = takeStatement(table)
  const add = addStatement(table)
  return {
    async take(owner, begins, budget) {
      const taken = await sql.query(take, [owner, ...begun(begins), ...limitsOf(budget)])
      if (taken.length > 0) return undefined
      const [row = {}] = await sql.query(`SELECT * FROM ${table} WHERE owner = $1`, [owner])
      return usedIn(row)
    },
    async add(owner, begins, { tokens, money }) {
      await sql.query(add, [owner, ...begun(begins), tokens, money])
    },
  }
}

/** `$2` to `$4` are the beginnings of the spans, `$5` and those behind it the limits. */
function takeStatement(table: string): string {
  const columns = SPANS.flatMap((span) => columnsOf(span))
  const first = SPANS.flatMap((_, index) => [`$${index + 2}`, '1', '0', '0'])
  const room = SPANS.map((span, index) => {
    const limits = MEASURES.map((measure, place) => `used.${span}_${measure} < $${5 + index * MEASURES.length + place}`)
    return `(used.${span}_begins < excluded.${span}_begins OR (${limits.join(' AND ')}))`
  })
  const sums = SPANS.flatMap((span) =>
    changed(span, 'used.', `excluded.${span}_begins`, { requests: '1', tokens: '0', money: '0' }),
  )
  return `INSERT INTO ${table} AS used (owner, ${columns.join(', ')}) VALUES ($1, ${first.join(', ')})
    ON CONFLICT (owner) DO UPDATE SET ${sums.join(', ')} WHERE ${room.join(' AND ')} RETURNING owner`
}

function addStatement(table: string): string {
  const sums = SPANS.flatMap((span, index) => changed(span, '', `$${index + 2}`, { requests: '0', tokens: '$5', money: '$6' }))
  return `UPDATE ${table} SET ${sums.join(', ')} WHERE owner = $1`
}

const begun = (begins: Begins): readonly number[] => SPANS.map((span) => begins[span])

const columnsOf = (span: Span): readonly string[] => [`${span}_begins`, ...MEASURES.map((measure) => `${span}_${measure}`)]

/** A span that has begun since is counted from nothing. */
function changed(
  span: Span,
  used: string,
  begins: string,
  more: { readonly [Measure in (typeof MEASURES)[number]]: string },
): readonly string[] {
  const runs = `${used}${span}_begins >= ${begins}`
  return [
    `${span}_begins = CASE WHEN ${runs} THEN ${used}${span}_begins ELSE ${begins} END`,
    ...MEASURES.map((measure) => {
      const column = `${span}_${measure}`
      return `${column} = ${more[measure]} + CASE WHEN ${runs} THEN ${used}${column} ELSE 0 END`
    }),
  ]
}

function limitsOf(budget: Budget): readonly number[] {
  return SPANS.flatMap((span) => MEASURES.map((measure) => budget[span]?.[measure] ?? NO_LIMIT))
}

function usedIn(row: Row): Used {
  const of = (span: Span): Used['day'] => ({
    begins: numberOf(row, `${span}_begins`),
    requests: numberOf(row, `${span}_requests`),
    tokens: numberOf(row, `${span}_tokens`),
    money: numberOf(row, `${span}_money`),
  })
  return { minute: of('minute'), day: of('day'), month: of('month') }
}
