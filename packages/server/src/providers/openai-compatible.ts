import {
  type ChatRequest,
  type Dialect,
  FaultError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownValue,
  type Respond,
} from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import { say } from '../words.ts'
import { constraint, createEngineFinder, type Engine } from './engines/engine-finder.ts'
import { getJson } from './get-json.ts'
import { passOn } from './other-doors/pass-on.ts'
import type { ModelInfo, Provider, ProviderSettings } from './provider.ts'
import { sightOf } from './sight.ts'
import { wireRespond } from './wire-provider.ts'

export interface OpenAiCompatibleOptions extends ProviderSettings {
  /** What serves the models. Absent: its list of models tells. */
  readonly engine?: Engine
  /** The dialect that a model alone speaks. Absent: as the configuration says. */
  readonly speaks?: (model: string) => Dialect | undefined
  /** Fields that only this server knows. */
  readonly extraBody?: (request: ChatRequest) => JsonObject
}

/** Any server that speaks OpenAI's chat completions. */
export function openaiCompatible(options: OpenAiCompatibleOptions): Provider {
  const headers = { ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }), ...options.headers }
  const list = (signal: AbortSignal, onOwner: (owner: unknown) => void) => listModels(options, headers, signal, onOwner)
  const serving = createEngineFinder(options.engine, async (signal, onOwner) => void (await list(signal, onOwner)))
  const { speaks = (model: string) => options.models.find(({ id }) => id === model)?.speaks } = options
  const respond = (way: JsonObject): Respond => {
    const answer = wireRespond({
      ...options,
      format: openaiChat,
      target: (request) => ({
        url: `${options.url}/chat/completions`,
        headers,
        body: {
          ...openaiChat.writeRequest(request),
          ...way,
          ...constraint(serving.engine(), request, speaks(request.model)),
          ...options.extraBody?.(request),
        },
      }),
    })
    return async function* (request, signal) {
      if (request.taught) await serving.find()
      yield* answer(request, signal)
    }
  }
  return {
    id: options.id,
    label: options.label,
    format: openaiChat.id,
    takesShape: () => true,
    constrains: () => serving.engine() !== undefined,
    holds: (request) => Object.keys(constraint(serving.engine(), request, speaks(request.model))).length > 0,
    leavesOut: openaiChat.leavesOut,
    shares: openaiChat.shares,
    respond: respond({ stream: true, stream_options: { include_usage: true } }),
    whole: respond({ stream: false }),
    passOn: passOn(options, headers),
    async models(signal) {
      if (options.models.length > 0) return options.models
      return await list(signal, serving.told)
    },
  }
}

/** Asks `GET /models`; anything that is not a list of ids is a bad answer, never an empty list. */
export async function listModels(
  options: Pick<ProviderSettings, 'fetch' | 'label' | 'key' | 'url' | 'speech'>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  /** Told who each model says that it belongs to. */
  onOwner: (owner: unknown) => void = () => undefined,
): Promise<readonly ModelInfo[]> {
  const list = ownValue(await getJson(options, `${options.url}/models`, { headers, signal }), 'data')
  if (!Array.isArray(list)) {
    throw new FaultError({
      code: 'provider/bad-answer',
      ...say('provider.no-list', { label: options.label }),
      retryable: false,
    })
  }
  for (const item of list) if (isJsonObject(item)) onOwner(item['owned_by'])
  return list.flatMap((item) =>
    isJsonObject(item) && typeof item['id'] === 'string'
      ? [{ ...abilityOf(item), ...contextOf(item), ...sightOf(item), ...options.speech, id: item['id'] }]
      : [],
  )
}

/** What a list says of a model: OpenRouter names the fields it takes, Mistral and others its abilities. Absent: nothing. */
function abilityOf(model: JsonObject): Pick<ModelInfo, 'native' | 'reason'> {
  const fields = ownValue(model, 'supported_parameters')
  const abilities = ownValue(model, 'capabilities')
  const native = Array.isArray(fields)
    ? fields.includes('tools')
    : isJsonObject(abilities)
      ? ownValue(abilities, 'function_calling')
      : undefined
  if (typeof native !== 'boolean') return {}
  return { native, reason: native ? say('speech.server') : say('speech.no-server') }
}

/** vLLM and SGLang, OpenRouter, Groq, LM Studio and Mistral; llama.cpp in `meta`. */
const CONTEXT_FIELDS = ['max_model_len', 'context_length', 'context_window', 'max_context_length', 'n_ctx']

/** How much the list says that a model reads at once. */
export function contextOf(model: JsonValue): Pick<ModelInfo, 'contextTokens'> {
  if (!isJsonObject(model)) return {}
  const meta = ownValue(model, 'meta')
  const told = [model, ...(isJsonObject(meta) ? [meta] : [])].flatMap((part) =>
    CONTEXT_FIELDS.map((field) => ownValue(part, field)),
  )
  const tokens = told.find((value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0)
  return tokens === undefined ? {} : { contextTokens: tokens }
}
