import type { ChatRequest, Fault, SpokenPart, StreamEvent, Usage } from '@parley/dialects'
import type { FinishedAnswer } from '../usage/finished-answer.ts'

/** One request at the gateway, as the list shows it. */
export interface TrafficEntry {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly client: string
  readonly method: string
  readonly path: string
  /** As the client named it. Absent: its body was not read yet, or could not be. */
  readonly model?: string
  /** Who answers, as its provider calls it. Absent: nobody was found. */
  readonly answeredBy?: string
  /** `native`, or the id of a dialect. */
  readonly speech?: string
  /** What the client was answered with. Absent: nothing yet. */
  readonly status?: number
  /** How it ended. Absent: it is under way. */
  readonly end?: FinishedAnswer['end'] | 'refused'
  readonly fault?: Fault
  readonly ms?: number
  /** Until the first event of the answer. */
  readonly firstMs?: number
  readonly usage?: Usage
  /** A grammar, or a schema, held every token of what the model was taught. Absent: it did not, or nobody knows. */
  readonly held?: true
  readonly calls: number
  /** What had to be mended in calls, and calls that could not be. */
  readonly flaws: number
  /** Which request was sent again here, to another model. */
  readonly replayOf?: string
}

/** Text that may be too long to be shown whole. */
export interface CutText {
  readonly text: string
  /** How many characters are not there. */
  readonly cut: number
}

/** One request, opened. */
export interface TrafficDetail {
  readonly entry: TrafficEntry
  /** Those that change the answer. No keys are among them. */
  readonly headers: Readonly<Record<string, string>>
  /** What came in. Absent: it was too large to be kept, or is kept no more. */
  readonly body?: CutText
  /** What the model was sent, each time it was asked. */
  readonly prompts: readonly CutText[]
  /** What its answers were read as. */
  readonly parts: readonly SpokenPart[]
}

/** Looks on while a model answers. It is handed references, and must not change what it sees. */
export interface AnswerWitness {
  /** What goes to the model's server, each time it is asked. */
  sent(request: ChatRequest, isHeld: boolean): void
  read(batch: readonly StreamEvent[]): void
  ended(answer: FinishedAnswer): void
  /** Whoever makes one answer of several knows better how it stands. Undefined: it is under way again. */
  stands(end: FinishedAnswer['end'] | undefined): void
}

/** One request at a door, from its first byte to its end. */
export interface SeenRequest extends AnswerWitness {
  body(body: unknown): void
  model(name: string): void
  status(status: number): void
  refused(fault: Fault, status: number): void
}
