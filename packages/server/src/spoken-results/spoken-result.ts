import type { JsonValue, Outcome } from '@parley/dialects'

/** A result that came as the words of a user. */
export interface SpokenResult {
  readonly outcome: Outcome
  readonly text: string
  /** The value, where the dialect has room for values. */
  readonly value?: JsonValue
  /** Absent: the result carries no id. */
  readonly callId?: string
  /** The tool that was called. Absent: the result does not say. */
  readonly name?: string
}

/** No model makes more calls in one answer, and no client tells more results in one message: what reads like more is words. */
export const MOST_SPOKEN = 4096

export interface SpokenResults {
  readonly results: readonly SpokenResult[]
  /** What the user said after them. */
  readonly rest: string
}

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['', 'ok'],
  ['ok', 'ok'],
  ['success', 'ok'],
  ['completed', 'ok'],
  ['denied', 'denied'],
  ['rejected', 'denied'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
])

/** How a call ended, by the word for it. A word that nobody knows is not taken for success. */
export const outcomeOf = (status: string): Outcome => OUTCOMES.get(status.trim().toLowerCase()) ?? 'error'
