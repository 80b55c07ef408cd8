import {
  browserJs,
  type ChatRequest,
  type Layer,
  type Respond,
  type StreamEvent,
  vfs,
  type WithDialectOptions,
  withDialect,
  withToolsets,
} from '@parley/dialects'
import { withRequiredCall } from './layers/with-required-call.ts'
import { waitFor, withRetry } from './layers/with-retry.ts'
import type { Metrics } from './metrics.ts'
import type { FoundModel, ModelCatalog } from './model-catalog.ts'

export interface AnswererOptions {
  readonly catalog: ModelCatalog
  readonly retries: number
  readonly metrics: Metrics
}

export interface Answer {
  readonly model: FoundModel
  /** Batches that begin with the answer's first event: whatever failed before it was thrown. */
  readonly events: AsyncIterable<readonly StreamEvent[]>
}

interface AnswerOptions {
  /** A dialect's id or `native`; absent: what suits the model. */
  readonly dialect?: string
  /** Whether the prompt explains our own toolsets. A stranger's tools may bear the same names and mean something else. */
  readonly explain?: boolean
  readonly signal: AbortSignal
}

/** Its prompt may have opened the thought, and nobody says so: a call counts once no thought can end behind it. */
const THINKING: WithDialectOptions = { reasoningNote: true, startsInReasoning: 'maybe' }

/** The staircase behind every door: find the model, choose how to speak to it, answer. */
export type Answerer = (request: ChatRequest, options: AnswerOptions) => Promise<Answer>

export function createAnswerer({ catalog, retries, metrics }: AnswererOptions): Answerer {
  const explained = withToolsets([browserJs, vfs])
  const retry: Layer = retries > 0 ? withRetry({ retries, wait: waitFor }) : (next) => next
  return async (request, { dialect, explain = false, signal }) => {
    const model = await catalog.find(request.model, dialect)
    const vendor = retry(model.provider.respond)
    const { dialect: taught, thinking } = model.speech
    const spoken = taught ? withRequiredCall(withDialect(taught, thinking ? THINKING : {})(vendor)) : vendor
    const respond: Respond = explain ? explained(spoken) : spoken
    const since = performance.now()
    const events = await primed(respond({ ...request, model: model.info.id }, signal))
    metrics.firstEvent((performance.now() - since) / 1000)
    return { model, events }
  }
}

/** Waits for the first batch, so that a failure before it can still become a status instead of half a stream. */
export async function primed<Batch>(source: AsyncIterable<Batch>): Promise<AsyncIterable<Batch>> {
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  let handed = false
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        if (handed) return iterator.next()
        handed = true
        return Promise.resolve(first)
      },
      async return() {
        await iterator.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}
