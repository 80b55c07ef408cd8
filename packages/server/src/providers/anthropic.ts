import { anthropicMessages } from '@parley/dialects/wire'
import { listModels } from './openai-compatible.ts'
import { askCount } from './other-doors/ask-count.ts'
import type { Provider, ProviderSettings } from './provider.ts'
import { wireRespond } from './wire-provider.ts'

/** Anthropic's Messages, and servers that speak it. */
export function anthropic(options: ProviderSettings): Provider {
  const headers = {
    'anthropic-version': '2023-06-01',
    ...(options.key !== undefined && { 'x-api-key': options.key }),
    ...options.headers,
  }
  return {
    id: options.id,
    label: options.label,
    format: anthropicMessages.id,
    takesShape: ({ schema }) => schema !== undefined,
    leavesOut: anthropicMessages.leavesOut,
    respond: wireRespond({
      ...options,
      format: anthropicMessages,
      target: (request) => ({
        url: `${options.url}/messages`,
        headers,
        body: { ...anthropicMessages.writeRequest(request), stream: true },
      }),
    }),
    countTokens: (request, signal) => {
      const body = anthropicMessages.writeRequest(request)
      const asked = Object.fromEntries(COUNTED.flatMap((field) => (field in body ? [[field, body[field] ?? null]] : [])))
      return askCount(options, {
        url: `${options.url}/messages/count_tokens`,
        headers,
        body: asked,
        field: 'input_tokens',
        signal,
      })
    },
    models: async (signal) => (options.models.length > 0 ? options.models : await listModels(options, headers, signal)),
  }
}

/** What is read counts. Anything else would be refused there. */
const COUNTED = ['model', 'system', 'messages', 'tools', 'tool_choice', 'thinking', 'output_config', 'cache_control']
