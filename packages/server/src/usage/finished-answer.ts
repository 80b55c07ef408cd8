import type { EndReason, Fault, Usage } from '@parley/dialects'
import type { Cause } from '../logging/cause.ts'
import type { Asker } from './asker.ts'

/** How an answer ended. `left`: whoever asked went away, or stopped it. */
export interface Ending {
  readonly end: EndReason | 'fault' | 'left'
  /** Absent: nothing failed. */
  readonly fault?: Fault['code']
  /** Why it failed, for the log. Absent: nobody knows. */
  readonly cause?: Cause
}

/** One answer of a model, whatever became of it, and what it cost. No words of anybody are in it. */
export interface FinishedAnswer extends Ending {
  readonly asker: Asker
  /** As the provider calls it. */
  readonly model: string
  readonly provider: string
  /** `native`, or the id of a dialect. */
  readonly speech: string
  /** When it was asked for, in milliseconds since the epoch. */
  readonly at: number
  readonly ms: number
  /** Until its first event. Absent: none came. */
  readonly firstMs?: number
  /** What the vendor counted; where it did not, estimated and marked so. */
  readonly usage: Usage
}

/** Tells of every answer that has ended, once, at whatever door: the one place where usage becomes known. */
export interface FinishedAnswers {
  tell(answer: FinishedAnswer): void
  /** What a listener throws is reported, and nobody else notices. */
  listen(listener: (answer: FinishedAnswer) => void): void
}

export function createFinishedAnswers(onBug: (error: unknown) => void = () => undefined): FinishedAnswers {
  const listeners: ((answer: FinishedAnswer) => void)[] = []
  return {
    tell(answer) {
      for (const listener of listeners) {
        try {
          listener(answer)
        } catch (error) {
          onBug(error)
        }
      }
    },
    listen: (listener) => void listeners.push(listener),
  }
}
