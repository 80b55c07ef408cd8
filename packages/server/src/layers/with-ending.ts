import type { Layer, StreamEvent } from '@parley/dialects'
import { CUT_OFF } from '../http/cut-off.ts'
import { toFault } from '../http-fault.ts'
import { causeOf, causeOfFault } from '../logging/cause.ts'
import type { AnswerWitness } from '../traffic/traffic-entry.ts'
import type { Ending } from '../usage/finished-answer.ts'
import type { UsageMeter } from './usage-meter.ts'

interface EndingOptions {
  readonly meter: Pick<UsageMeter, 'usage'>
  /** Whether the client is told so, counted or not. */
  readonly tells: boolean
  /** Looks on. Absent: nobody does. */
  readonly witness?: AnswerWitness | undefined
  /** Called when the first batch has come. */
  readonly onFirst: () => void
  /** Called once, also where the reader has left or the answer was never begun. */
  readonly onEnd: (ending: Ending) => void
}

/** Stands above all layers, because some of them end an answer before the vendor does. */
export function withEnding({ meter, tells, witness, onFirst, onEnd }: EndingOptions): Layer {
  return (next) =>
    async function* (request, signal) {
      let ending: Ending | undefined
      let begun = false
      try {
        for await (const batch of next(request, signal)) {
          if (!begun) onFirst()
          begun = true
          const last = batch.at(-1)
          ending = endingOf(last)
          witness?.read(batch)
          if (!tells || last?.type !== 'message-end') yield batch
          else yield [...batch.slice(0, -1), { ...last, usage: meter.usage() }]
        }
        ending ??= signal.aborted ? undefined : { end: 'fault', fault: CUT_OFF.code }
      } catch (error) {
        ending = { end: 'fault', fault: toFault(error).code, cause: causeOf(error) }
        throw error
      } finally {
        onEnd(ending ?? { end: 'left' })
      }
    }
}

/** An end or a fault is the last event of an answer. */
function endingOf(event: StreamEvent | undefined): Ending | undefined {
  if (event?.type === 'message-end') return { end: event.reason }
  return event?.type === 'fault' ? { end: 'fault', fault: event.fault.code, cause: causeOfFault(event.fault) } : undefined
}
