import type { FinishedAnswer } from '../usage/finished-answer.ts'
import type { Log } from './log.ts'

/** A line for every answer: who asked whom, how long it took, what it cost, and why it failed if it did. */
export const logAnswers =
  (log: Log) =>
  ({ asker, model, provider, speech, end, fault, cause, ms, firstMs, usage }: FinishedAnswer): void =>
    log[end === 'fault' ? 'warn' : 'info']('answer', {
      requestId: asker.requestId,
      owner: asker.owner,
      client: asker.client,
      door: asker.door,
      provider,
      model,
      speech,
      end,
      fault,
      ...cause,
      ms: Math.round(ms),
      firstMs: firstMs === undefined ? undefined : Math.round(firstMs),
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
    })
