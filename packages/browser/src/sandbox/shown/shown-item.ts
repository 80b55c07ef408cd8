/** Pictures that hold nothing but a picture. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export type PictureType = (typeof PICTURE_TYPES)[number]

export type Cell = string | number | boolean | null

/** What a program showed with `show(value)`. Plain data, made of nothing that runs: it is kept with the result of the call. */
export type ShownItem = ShownLabels &
  (
    | {
        readonly kind: 'image'
        readonly mime: PictureType
        /** Base64. */
        readonly data: string
        /** In pixels, as the picture itself says. */
        readonly width: number
        readonly height: number
      }
    /** A drawing. Only ever shown as a picture, where nothing in it runs or loads. */
    | {
        readonly kind: 'svg'
        readonly text: string
        /** Of a chart: its values, and where each of them is drawn. */
        readonly points?: ChartPoints
      }
    | {
        readonly kind: 'table'
        readonly columns: readonly string[]
        readonly rows: readonly (readonly Cell[])[]
        /** How many rows there were: those that are not here were too many. */
        readonly total: number
      }
    | { readonly kind: 'markdown'; readonly text: string }
    | { readonly kind: 'json'; readonly text: string }
  )

/** What can be pointed at in a chart, one row for each place. */
export interface ChartPoints {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Where each row is: left, top, right, bottom, in pixels of the drawing. */
  readonly places: readonly (readonly number[])[]
}

export interface ShownLabels {
  readonly title?: string
  /** What is to be seen, for who does not see it. */
  readonly alt?: string
}

/** What may be shown. A program keeps to it, and what it says is checked again. */
export const SHOWN_LIMITS = {
  items: 20,
  /** Of one item as JSON, in characters. */
  item: 3_000_000,
  /** Of all items of a run together. */
  run: 6_000_000,
  label: 300,
  rows: 5_000,
  columns: 100,
  cells: 100_000,
  cell: 500,
  text: 200_000,
  svg: 1_000_000,
  /** Of what can be pointed at in a chart, as JSON, in characters. */
  points: 800_000,
  /** A picture of this many is 64 MB in memory. */
  pixels: 16_000_000,
  side: 8_192,
} as const
