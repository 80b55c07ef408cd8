import { isJsonObject, ownValue } from '@parley/dialects'
import { createFileReading } from '../choosing/told-by-files.ts'
import { say } from '../words.ts'
import { getJson } from './get-json.ts'
import { openaiCompatible } from './openai-compatible.ts'
import type { ModelInfo, Provider, ProviderSettings } from './provider.ts'

/** Ollama: OpenAI's chat for answers, its own API for what the models can do. */
export function ollama(options: ProviderSettings): Provider {
  const url = options.url.replace(/\/v1$/, '')
  const read = createFileReading()
  const headers = { ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }), ...options.headers }
  const provider = openaiCompatible({ ...options, url: `${url}/v1`, engine: 'ollama' })
  return {
    ...provider,
    async models(signal) {
      if (options.models.length > 0) return options.models
      const list = ownValue(await getJson(options, `${url}/api/tags`, { headers, signal }), 'models')
      const names = Array.isArray(list)
        ? list.flatMap((item) => (isJsonObject(item) && typeof item['name'] === 'string' ? [item['name']] : []))
        : []
      return await Promise.all(names.map((id) => describe(options, url, id, { headers, signal, read })))
    },
  }
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly read: ReturnType<typeof createFileReading>
}

/** Asks what one model can do. A server too old to say leaves it open, and then any model can be taught a dialect. */
async function describe(
  options: ProviderSettings,
  url: string,
  id: string,
  { headers, signal, read }: Asking,
): Promise<ModelInfo> {
  if (options.speech.dialect !== undefined) return { ...options.speech, id }
  const body = JSON.stringify({ model: id })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers }, signal }
  const shown = await getJson(options, `${url}/api/show`, init).catch(() => undefined)
  if (!shown) return { id }
  const abilities = ownValue(shown, 'capabilities')
  const able = Array.isArray(abilities) ? abilities : []
  const known = {
    id,
    ...(able.includes('thinking') && { reasoning: true }),
    ...(Array.isArray(abilities) && { sees: able.includes('vision') }),
  }
  if (able.includes('tools')) return { ...known, native: true, reason: say('speech.ollama') }
  const said = Array.isArray(abilities) && { native: false, reason: say('speech.no-ollama') }
  return { ...known, ...said, ...(await read({ show: { template: ownValue(shown, 'template') ?? '' } })) }
}
