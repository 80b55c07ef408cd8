/** What a chart is made of, for whoever points at it: a row of values for each place. Plain data. */
export interface Points {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Where each row is drawn: left, top, right, bottom, in pixels of the chart. */
  readonly places: readonly (readonly number[])[]
}

export type Cell = string | number | boolean | null

const MOST_POINTS = 5_000
const MOST_COLUMNS = 20

/** Collects what is drawn. The same values at the same place, as of a line with dots on it, are one point. */
export class PointList {
  readonly #columns: string[] = []
  readonly #rows: Map<string, Cell>[] = []
  readonly #places: number[][] = []
  readonly #known = new Set<string>()

  add(values: ReadonlyMap<string, Cell>, place: readonly number[]): void {
    // Without a negative zero, which is no plain number.
    const box = place.map((side) => Math.round(side * 10) / 10 || 0)
    if (this.#rows.length >= MOST_POINTS || values.size === 0 || box.some((side) => !Number.isFinite(side))) return
    const key = JSON.stringify([box.slice(0, 2), [...values]])
    if (this.#known.has(key)) return
    this.#known.add(key)
    for (const name of values.keys())
      if (!this.#columns.includes(name) && this.#columns.length < MOST_COLUMNS) this.#columns.push(name)
    this.#rows.push(new Map(values))
    this.#places.push(box)
  }

  /** Undefined: there is nothing to point at. */
  list(): Points | undefined {
    if (this.#rows.length === 0) return undefined
    const rows = this.#rows.map((row) => this.#columns.map((name) => row.get(name) ?? null))
    return { columns: this.#columns, rows, places: this.#places }
  }
}
