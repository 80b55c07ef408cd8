import type { UsageMeter } from '../layers/usage-meter.ts'
import type { FoundModel } from '../model-catalog.ts'
import type { AnswerSpan } from '../telemetry/telemetry.ts'
import type { AnswerWitness } from '../traffic/traffic-entry.ts'
import type { Asker } from './asker.ts'
import type { Ending, FinishedAnswers } from './finished-answer.ts'

interface BeginOptions {
  readonly asker: Asker
  readonly model: FoundModel
  readonly meter: Pick<UsageMeter, 'usage'>
  readonly finished: FinishedAnswers
  readonly now: () => number
  /** Each is told how it ended. */
  readonly witness?: Pick<AnswerWitness, 'ended'> | undefined
  readonly span?: AnswerSpan | undefined
}

interface BegunAnswer {
  /** The first event has come. */
  readonly onFirst: () => void
  readonly onEnd: (ending: Ending) => void
}

/** The clock of one answer. */
export function beginAnswer({ asker, model, meter, finished, now, witness, span }: BeginOptions): BegunAnswer {
  const [at, since] = [now(), performance.now()]
  let firstMs: number | undefined
  return {
    onFirst() {
      firstMs = performance.now() - since
    },
    onEnd(ending) {
      const answer = {
        asker,
        model: model.info.id,
        provider: model.provider.id,
        speech: model.speech.dialect?.id ?? 'native',
        at,
        ms: performance.now() - since,
        ...(firstMs !== undefined && { firstMs }),
        usage: meter.usage(),
        ...ending,
      }
      finished.tell(answer)
      witness?.ended(answer)
      span?.end(answer)
    },
  }
}
