/** How much of something, in a span of time. Absent: as much as comes. */
export interface Amounts {
  readonly requests?: number
  /** Read and written. */
  readonly tokens?: number
  /** In the currency of the prices. */
  readonly money?: number
}

export const SPANS = ['minute', 'day', 'month'] as const
export type Span = (typeof SPANS)[number]
export type Measure = keyof Amounts
export const MEASURES = ['requests', 'tokens', 'money'] as const satisfies readonly Measure[]

/** What somebody may use. Spans begin and end by the clock, in UTC. */
export type Budget = { readonly [Name in Span]?: Amounts }

/** When each span that now runs began, in milliseconds since the epoch. */
export type Begins = { readonly [Name in Span]: number }

export function beginsAt(now: number): Begins {
  const date = new Date(now)
  return {
    minute: Math.floor(now / 60_000) * 60_000,
    day: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()),
    month: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
  }
}

/** When the next one begins. */
function endOf(span: Span, begins: number): number {
  if (span === 'minute') return begins + 60_000
  const date = new Date(begins)
  return span === 'day' ? begins + 86_400_000 : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** What somebody has used. */
export type Used = { readonly [Name in Span]: { readonly begins: number } & Required<Amounts> }

/** What is used up. */
export interface Full {
  readonly span: Span
  readonly measure: Measure
  readonly most: number
  /** When there is room again. */
  readonly until: number
}

/** The budget that is used up for the longest time. `undefined`: there is room for one more request in each. */
export function fullIn(budget: Budget, used: Used): Full | undefined {
  // Of two that end together the longer one says more.
  const all = SPANS.toReversed().flatMap((span) =>
    MEASURES.flatMap((measure): readonly Full[] => {
      const most = budget[span]?.[measure]
      const { begins, [measure]: sum } = used[span]
      return most === undefined || sum < most ? [] : [{ span, measure, most, until: endOf(span, begins) }]
    }),
  )
  return all.toSorted((one, other) => other.until - one.until)[0]
}
