import { isJsonObject, ownValue } from '@parley/dialects'
import { geminiGenerate } from '@parley/dialects/wire'
import { getJson } from './get-json.ts'
import { askCount } from './other-doors/ask-count.ts'
import type { ModelInfo, Provider, ProviderSettings } from './provider.ts'
import { wireRespond } from './wire-provider.ts'

/** Google's generateContent. The model's name stands in the address, the key only in a header: addresses end up in logs. */
export function gemini(options: ProviderSettings): Provider {
  const headers = { ...(options.key !== undefined && { 'x-goog-api-key': options.key }), ...options.headers }
  return {
    id: options.id,
    label: options.label,
    format: geminiGenerate.id,
    takesShape: () => true,
    leavesOut: geminiGenerate.leavesOut,
    respond: wireRespond({
      ...options,
      format: geminiGenerate,
      target(request) {
        const { model, ...body } = geminiGenerate.writeRequest(request)
        const name = encodeURIComponent(typeof model === 'string' ? model : request.model)
        return { url: `${options.url}/models/${name}:streamGenerateContent?alt=sse`, headers, body }
      },
    }),
    countTokens: (request, signal) => {
      const { model: _inAddress, ...asked } = geminiGenerate.writeRequest(request)
      const body = { generateContentRequest: { model: `models/${request.model}`, ...asked } }
      const url = `${options.url}/models/${encodeURIComponent(request.model)}:countTokens`
      return askCount(options, { url, headers, body, field: 'totalTokens', signal })
    },
    models: async (signal) => (options.models.length > 0 ? options.models : await listGenerative(options, headers, signal)),
  }
}

async function listGenerative(
  options: ProviderSettings,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const body = await getJson(options, `${options.url}/models?pageSize=1000`, { headers, signal })
  const list = ownValue(body, 'models')
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => {
    if (!isJsonObject(item) || typeof item['name'] !== 'string') return []
    const methods = item['supportedGenerationMethods']
    if (Array.isArray(methods) && !methods.includes('generateContent')) return []
    const label = item['displayName']
    const most = item['inputTokenLimit']
    const info = { ...options.speech, id: item['name'].replace(/^models\//, ''), ...(typeof label === 'string' && { label }) }
    return [{ ...info, ...(typeof most === 'number' && { contextTokens: most }) }]
  })
}
