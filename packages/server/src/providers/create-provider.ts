import { isJsonObject } from '@parley/dialects'
import { ownDialect } from '../choosing/own-dialect.ts'
import type { ProviderConfig } from '../config-schema.ts'
import type { ProviderKind } from '../settings/providers.ts'
import { say } from '../words.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { llamaCpp } from './llama-cpp.ts'
import { ollama } from './ollama.ts'
import { openaiCompatible } from './openai-compatible.ts'
import { openaiResponsesProvider } from './openai-responses.ts'
import type { ModelInfo, Provider, ProviderParts, ProviderSettings } from './provider.ts'

interface Kind {
  readonly label: string
  /** The vendor's own address, or where such a server listens by default. */
  readonly url: string
  /** Whether the vendor's models are known to take tools natively. */
  readonly native?: true
  /** Whether nobody knows it of such servers, so that their models are asked. */
  readonly asked?: true
  create(settings: ProviderSettings): Provider
}

/** The only place where the kinds meet. */
const KINDS: { readonly [Name in ProviderKind]: Kind } = {
  'openai-compatible': {
    label: 'OpenAI-compatible server',
    url: 'https://api.openai.com/v1',
    asked: true,
    create: openaiCompatible,
  },
  'openai-responses': { label: 'OpenAI', url: 'https://api.openai.com/v1', native: true, create: openaiResponsesProvider },
  anthropic: { label: 'Anthropic', url: 'https://api.anthropic.com/v1', native: true, create: anthropic },
  gemini: { label: 'Gemini', url: 'https://generativelanguage.googleapis.com/v1beta', native: true, create: gemini },
  'llama-cpp': { label: 'llama.cpp', url: 'http://127.0.0.1:8080', create: llamaCpp },
  ollama: { label: 'Ollama', url: 'http://127.0.0.1:11434', create: ollama },
}

/** Where a provider is reached that may not say it itself. */
export const addressOf = ({ kind, url }: Pick<ProviderConfig, 'kind' | 'url'>): string => url ?? KINDS[kind].url

/** What people call it. One that nobody named: a vendor has a name, and another server its address, which is the same in every language. */
export const nameOf = ({ label, kind, id, url }: ProviderConfig): string =>
  label ?? (kind === 'openai-compatible' ? new URL(url ?? KINDS[kind].url).host : `${KINDS[kind].label} (${id})`)

export function createProvider(config: ProviderConfig, parts: ProviderParts): Provider {
  const kind = KINDS[config.kind]
  const url = addressOf(config)
  const native = kind.native ?? (isNativeVendor(url) || undefined)
  const speech = speechOf(config.dialect, native)
  const provider = kind.create({
    ...parts,
    id: config.id,
    label: nameOf(config),
    url,
    ...(config.key !== undefined && { key: config.key }),
    ...(config.headers && { headers: config.headers }),
    models: config.models.map((model) => modelOf(model, speech, native)),
    speech,
  })
  return { ...provider, kind: config.kind, ...(kind.asked && { asked: true }) }
}

function modelOf(
  model: ProviderConfig['models'][number],
  usual: ProviderSettings['speech'],
  native: true | undefined,
): ModelInfo {
  const { shape, ...rest } = { shape: undefined, ...model }
  if (shape === undefined) return { ...usual, ...rest, ...('dialect' in rest && speechOf(rest.dialect, native)) }
  const speaks = ownDialect({ ...rest, shape })
  const opens = isJsonObject(shape) && shape['startsInReasoning'] === true
  return {
    ...(opens && { startsInReasoning: true }),
    ...rest,
    ...speechOf(speaks.id, native),
    reason: say('speech.shape'),
    speaks,
    shape,
  }
}

function speechOf(dialect: string | undefined, native: true | undefined): ProviderSettings['speech'] {
  if (dialect !== undefined) return { dialect, native: dialect === 'native', reason: say('speech.configured'), settled: true }
  return native ? { native: true, reason: say('speech.vendor') } : {}
}

/** Hosts of vendors whose chat models take tools natively, whatever they are called. Servers that host anybody's models are not among them. */
const HOSTS: readonly string[] = [
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
  'api.deepseek.com',
  'api.mistral.ai',
  'api.x.ai',
  'api.groq.com',
  'api.cerebras.ai',
  'api.moonshot.ai',
  'api.moonshot.cn',
  'api.z.ai',
  'open.bigmodel.cn',
  'api.minimax.io',
  'api.minimaxi.com',
  'dashscope.aliyuncs.com',
  'dashscope-intl.aliyuncs.com',
  'api.cohere.ai',
  'api.cohere.com',
]

function isNativeVendor(url: string): boolean {
  return HOSTS.includes(URL.parse(url)?.hostname ?? '')
}
