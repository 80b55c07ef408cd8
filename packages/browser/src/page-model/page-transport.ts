import { type Fault, FaultError, faultOf, type Respond } from '@parley/dialects'
import { formatEvents } from '@parley/dialects/wire'
import type { TransportOptions } from '../transport/http-transport.ts'
import { say } from '../words/threads.ts'
import type { EngineTimings } from './page-engine.ts'
import { pageModelId } from './page-model.ts'
import type { PageModels } from './page-models.ts'
import type { EngineWitness } from './speak.ts'

/** Models of this page as a responder that an inspector hears like that of a server. What went to the engine stands in its reply as a comment. */
export function pageTransport(
  models: Pick<PageModels, 'respond'>,
  options: Pick<TransportOptions, 'dialect' | 'listen'>,
): Respond {
  return async function* (request, signal) {
    const dialect = options.dialect?.()
    const listener = options.listen?.({
      url: `${pageModelId('')}//engine`,
      method: 'POST',
      headers: {},
      body: JSON.stringify({ ...request, dialect }),
    })
    const witness = createWitness()
    try {
      let isFirst = true
      for await (const batch of models.respond(dialect, witness)(request, signal)) {
        if (isFirst) listener?.onResponse(200, {})
        isFirst = false
        listener?.onText(formatEvents(batch))
        yield batch
      }
      listener?.onText(witness.told())
      listener?.onEnd()
    } catch (error) {
      const fault = signal.aborted ? STOPPED : (faultOf(error) ?? failed(error))
      listener?.onText(witness.told())
      listener?.onEnd(fault)
      throw new FaultError(fault, { cause: error })
    }
  }
}

const STOPPED: Fault = { code: 'turn/cancelled', ...say('thread.stopped'), retryable: true }

const failed = (error: unknown): Fault => ({
  code: 'provider/unavailable',
  message: error instanceof Error ? error.message : String(error),
  retryable: true,
})

interface TellingWitness extends EngineWitness {
  told(): string
}

function createWitness(): TellingWitness {
  let body: object | undefined
  let [text, timings]: [string, EngineTimings | undefined] = ['', undefined]
  return {
    asked: (asked) => void (body = asked),
    ended(said, times) {
      text = said
      timings = times
    },
    told: () => (body === undefined ? '' : `: ${JSON.stringify({ engine: { body, text, ...(timings && { timings }) } })}\n\n`),
  }
}
