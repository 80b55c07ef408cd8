import { findDialect, isJsonObject, ownValue } from '@parley/dialects'
import { createFileReading, type ToldByFiles } from '../choosing/told-by-files.ts'
import { say } from '../words.ts'
import { getJson } from './get-json.ts'
import { llamaCppRaw } from './llama-cpp-raw.ts'
import { contextOf, listModels, openaiCompatible } from './openai-compatible.ts'
import type { ModelInfo, Provider, ProviderSettings } from './provider.ts'

type ReadFiles = ReturnType<typeof createFileReading>

/** llama.cpp's server: what its chat template can do decides between native tools and a dialect, and a dialect comes with its grammar. */
export function llamaCpp(options: ProviderSettings): Provider {
  const root = options.url.replace(/\/v1$/, '')
  const url = `${root}/v1`
  const headers = { ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }), ...options.headers }
  const read = createFileReading()
  let served: readonly ModelInfo[] = options.models
  const speaks = (model: string) => served.find(({ id }) => id === model)?.speaks
  const provider = openaiCompatible({ ...options, url, engine: 'llama-cpp', speaks })
  return {
    ...provider,
    raw: llamaCppRaw(options, root, headers),
    async models(signal) {
      const [listed, able] = await Promise.all([
        options.models.length > 0 ? options.models : listModels({ ...options, url }, headers, signal),
        options.speech.dialect === undefined ? ability(options, root, { headers, signal }, read) : {},
      ])
      served = listed.map((model) => ({ ...able, ...model }))
      return served
    },
  }
}

/** Natively where its template takes tools; else as the template itself writes calls, if it does. */
async function ability(options: ProviderSettings, root: string, init: RequestInit, read: ReadFiles): Promise<Partial<ModelInfo>> {
  const props = await getJson(options, `${root}/props`, init).catch(() => undefined)
  if (!props) return {}
  const caps = ownValue(props, 'chat_template_caps')
  const told = ['chat_template', 'chat_template_tool_use', 'bos_token', 'eos_token'].map((key) => [key, ownValue(props, key)])
  const files = await read({ props: Object.fromEntries(told.filter(([, value]) => value !== undefined)) })
  const modes = ownValue(props, 'modalities')
  const sees = isJsonObject(modes) ? ownValue(modes, 'vision') : undefined
  const context = {
    ...contextOf(ownValue(props, 'default_generation_settings') ?? null),
    ...(typeof sees === 'boolean' && { sees }),
  }
  if (isJsonObject(caps) && ownValue(caps, 'supports_tools') === true) return { ...context, ...natively(files) }
  return { ...context, ...(isJsonObject(caps) && { native: false, reason: say('speech.no-template') }), ...files }
}

/** The server reads its calls itself; how they are written is known all the same, for who would rather have us read them. */
function natively({ dialect, reason: _told, ...files }: ToldByFiles): Partial<ModelInfo> {
  const known = dialect !== undefined && findDialect(dialect) !== undefined
  const reason = known ? say('speech.template-known', { dialect }) : say(files.speaks ? 'speech.template-own' : 'speech.template')
  return { ...files, native: true, reason }
}
