import type { Provider } from '../providers/provider.ts'
import type { Asker } from '../usage/asker.ts'
import type { FinishedAnswer } from '../usage/finished-answer.ts'

/** An answer that is to be measured. No words of anybody are in it. */
export interface TracedAnswer {
  readonly asker: Asker
  readonly model: string
  readonly provider: Pick<Provider, 'id' | 'kind'>
}

export interface AnswerSpan {
  /** For the model's server, so that it can go on with the trace (W3C). */
  readonly traceparent: string
  end(answer: FinishedAnswer): void
}

/** An operator's own instruments. */
export interface Telemetry {
  begin(answer: TracedAnswer): AnswerSpan
  /** Resolves when everything measured has been sent. */
  close(): Promise<void>
}
