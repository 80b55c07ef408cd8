import type { LanguageModelV4 } from '@ai-sdk/provider'
import { refusal } from '../http-fault.ts'
import type { Provider } from '../providers/provider.ts'
import { say } from '../words.ts'
import { aiSdkRespond } from './ai-sdk-respond.ts'

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
