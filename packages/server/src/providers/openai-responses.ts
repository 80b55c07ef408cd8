import { openaiResponses } from '@parley/dialects/wire'
import { listModels } from './openai-compatible.ts'
import { passOn } from './other-doors/pass-on.ts'
import type { Provider, ProviderSettings } from './provider.ts'
import { wireRespond } from './wire-provider.ts'

/** OpenAI's Responses, and servers that speak it. */
export function openaiResponsesProvider(options: ProviderSettings): Provider {
  const headers = { ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }), ...options.headers }
  return {
    id: options.id,
    label: options.label,
    format: openaiResponses.id,
    takesShape: () => true,
    leavesOut: openaiResponses.leavesOut,
    shares: openaiResponses.shares,
    respond: wireRespond({
      ...options,
      format: openaiResponses,
      target: (request) => ({
        url: `${options.url}/responses`,
        headers,
        body: { ...openaiResponses.writeRequest(request), stream: true },
      }),
    }),
    passOn: passOn(options, headers),
    models: async (signal) => (options.models.length > 0 ? options.models : await listModels(options, headers, signal)),
  }
}
