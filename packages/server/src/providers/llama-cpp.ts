import { isJsonObject, ownValue } from '@parley/dialects'
import { getJson } from './get-json.ts'
import { listModels, openaiCompatible } from './openai-compatible.ts'
import type { ModelInfo, Provider, ProviderSettings } from './provider.ts'

/** llama.cpp's server: what its chat template can do decides between native tools and a dialect, and a dialect comes with its grammar. */
export function llamaCpp(options: ProviderSettings): Provider {
  const root = options.url.replace(/\/v1$/, '')
  const url = `${root}/v1`
  const headers = { ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }), ...options.headers }
  const provider = openaiCompatible({ ...options, url, engine: 'llama-cpp' })
  return {
    ...provider,
    async models(signal) {
      const [listed, able] = await Promise.all([
        options.models.length > 0 ? options.models : listModels({ ...options, url }, headers, signal),
        options.speech.dialect === undefined ? ability(options, root, { headers, signal }) : {},
      ])
      return listed.map((model) => ({ ...able, ...model }))
    },
  }
}

async function ability(
  options: ProviderSettings,
  root: string,
  init: RequestInit,
): Promise<Pick<ModelInfo, 'native' | 'dialect' | 'reason'>> {
  const props = await getJson(options, `${root}/props`, init).catch(() => undefined)
  const caps = props && ownValue(props, 'chat_template_caps')
  if (!isJsonObject(caps)) return {}
  const native = ownValue(caps, 'supports_tools') === true
  return { native, reason: native ? 'its chat template takes tools' : 'its chat template takes no tools' }
}
