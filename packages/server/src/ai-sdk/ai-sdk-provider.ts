import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type ChatRequest, FaultError, faultOf, type Respond } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import type { Provider } from '../providers/provider.ts'
import { say } from '../words.ts'
import { failed, PartReader } from './read-parts.ts'
import { toCallOptions } from './to-call-options.ts'

export interface AiSdkRespondOptions {
  readonly newId: () => string
  /** Changes what the model is called with, for options that we have no word for. */
  readonly options?: (options: LanguageModelV4CallOptions, request: ChatRequest) => LanguageModelV4CallOptions
  /** Sees every part before it is read, and those we have no word for. */
  readonly onPart?: (part: LanguageModelV4StreamPart) => void
}

/** Any AI SDK language model as a responder. */
export function aiSdkRespond(model: LanguageModelV4, { newId, options = (own) => own, onPart }: AiSdkRespondOptions): Respond {
  return async function* respond(request, signal) {
    const reader = new PartReader(model.modelId, newId)
    let begun = false
    try {
      const { stream } = await model.doStream(options(toCallOptions(request, signal), request))
      const parts = stream.getReader()
      try {
        for (let next = await parts.read(); !next.done; next = await parts.read()) {
          onPart?.(next.value)
          const events = reader.push(next.value)
          if (events.length === 0) continue
          if (!begun && events[0]?.type === 'fault') throw new FaultError(events[0].fault)
          begun = true
          yield events
        }
      } finally {
        await parts.cancel().catch(() => undefined)
      }
      const rest = reader.end()
      if (rest.length > 0) yield rest
    } catch (error) {
      if (signal.aborted) return
      const fault = faultOf(error) ?? failed(error)
      if (!begun) throw new FaultError(fault, { cause: error })
      yield [{ type: 'fault', fault }]
    }
  }
}

export interface AiSdkProviderOptions {
  readonly id: string
  readonly label?: string
  /** Under the names by which they are asked for. */
  readonly models: Readonly<Record<string, LanguageModelV4>>
  /** Whether these models take tools natively. Absent: they do, as most of the SDK's do. */
  readonly native?: boolean
  readonly newId?: () => string
}

/** AI SDK language models as a provider of ours: `createApp(config, { providers: [aiSdkProvider({…})] })`. */
export function aiSdkProvider({
  id,
  label = id,
  models,
  native = true,
  newId = () => crypto.randomUUID(),
}: AiSdkProviderOptions): Provider {
  const responders = new Map(Object.entries(models).map(([name, model]) => [name, aiSdkRespond(model, { newId })]))
  return {
    id,
    label,
    models: async () => Object.keys(models).map((name) => ({ id: name, native, reason: say('speech.ai-sdk') })),
    respond(request, signal) {
      const respond = responders.get(request.model)
      if (!respond) throw refusal('request/unknown-model', say('model.not-of', { label, model: request.model }))
      return respond(request, signal)
    },
  }
}
