import type { Said } from '@parley/dialects'
import { say } from '../words/sandbox.ts'
import type { Limits, StopReason } from './sandbox.ts'

/** Why a program was stopped and what to do about it, for a person or a model. */
export function stopSentence(why: StopReason, { timeoutMs }: Limits): Said {
  return why === 'timeout' ? say('sandbox.timeout', { seconds: timeoutMs / 1000 }) : say(`sandbox.${why}`)
}
