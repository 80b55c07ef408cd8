import { type ChatRequest, type Respond, withDialect } from '@parley/dialects'
import { demandTeachable, fitExtras } from '../fit-request.ts'
import type { FoundModel } from '../model-catalog.ts'
import { createPace, unhurried } from '../safety/pace.ts'
import { estimatingRequest } from './estimate-tokens.ts'

export interface Counted {
  readonly tokens: number
  /** Nobody counted them. */
  readonly estimated: boolean
  /** Fields of the client's request that the model would not be told of. */
  readonly ignored: readonly string[]
}

/** How many tokens a model would read: as its server counts them, or estimated. A lesson in a dialect counts, because it is read, too. */
export async function countTokens(request: ChatRequest, model: FoundModel, signal: AbortSignal): Promise<Counted> {
  const { request: fitted, ignored } = fitExtras(request, model)
  const sent = await asSent({ ...fitted, model: model.info.id }, model, signal)
  const tokens = await model.provider.countTokens?.(sent, signal)
  if (tokens !== undefined) return { tokens, estimated: false, ignored }
  return { tokens: await unhurried(estimatingRequest(sent), createPace()), estimated: true, ignored }
}

/** What the model's server would be sent. */
async function asSent(request: ChatRequest, { speech }: FoundModel, signal: AbortSignal): Promise<ChatRequest> {
  const { dialect, thinking } = speech
  if (!dialect) return request
  demandTeachable(request)
  let sent = request
  const noted: Respond = async function* (lowered) {
    sent = lowered
    yield* []
  }
  const layer = withDialect(dialect, { reasoningNote: thinking, pause: createPace().rest })
  await layer(noted)(request, signal)[Symbol.asyncIterator]().next()
  return sent
}
