import { type Fault, FaultError } from '@parley/dialects'
import { say } from '../words.ts'

export const CUT_OFF: Fault = {
  code: 'provider/unavailable',
  ...say('answer.broke-off'),
  retryable: true,
}

export const STOPPING: Fault = {
  code: 'server/stopping',
  ...say('answer.stopping'),
  retryable: true,
}

/** Half an answer must not look like a whole one: throws unless these events came to their end. */
export function demandEnd(
  events: readonly ({ readonly type: string } & { readonly fault?: Fault })[],
  stopping: AbortSignal,
): void {
  const last = events.findLast(({ type }) => type === 'message-end' || type === 'message-start' || type === 'fault')
  if (last?.fault) throw new FaultError(last.fault)
  if (last?.type !== 'message-end') throw new FaultError(stopping.aborted ? STOPPING : CUT_OFF)
}
