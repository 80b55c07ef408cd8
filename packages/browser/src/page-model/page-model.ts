import type { JsonValue, Sentence } from '@parley/dialects'

/** A model that this page runs. */
export interface PageModel {
  readonly id: string
  readonly label: Sentence
  /** What it takes of the browser's storage. Absent: it is the browser's own. */
  readonly bytes?: number
  /** How much it reads at once, in tokens. Absent: nobody knows. */
  readonly contextTokens?: number
  readonly dialect: string
  readonly reason: Sentence
  /** The dialect that it alone speaks, with its shape where that is data. */
  readonly own?: { readonly id: string; readonly shape?: JsonValue }
  readonly reasoning: boolean
}

const PREFIX = 'page:'

export const BUILT_IN = `${PREFIX}built-in`

/** Ids of models in the page say so: nobody else is asked for them. */
export const pageModelId = (name: string): string => `${PREFIX}${name}`

export const isPageModel = (id: string): boolean => id.startsWith(PREFIX)
