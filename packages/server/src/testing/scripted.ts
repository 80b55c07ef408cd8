import type { ChatRequest } from '@parley/dialects'
import { openaiCompatible } from '../providers/openai-compatible.ts'
import type { Provider } from '../providers/provider.ts'
import { chunk, DONE } from './chunks.ts'

export interface Scripted {
  readonly provider: Provider
  /** What the model was asked, in our words. */
  readonly requests: ChatRequest[]
}

/** A model named `scripted` that gives one prepared delta after the other, each as a whole answer, over the real wire. */
export function scripted(deltas: readonly object[]): Scripted {
  const requests: ChatRequest[] = []
  const left = [...deltas]
  const provider = openaiCompatible({
    id: 'scripted',
    label: 'Scripted',
    url: 'http://scripted.invalid/v1',
    models: [{ id: 'scripted' }],
    speech: {},
    patience: { first: 1000, next: 1000 },
    newId: () => 'new',
    // Who is asked for its models says nothing of the script.
    fetch: async (_url, { method }) =>
      method !== 'POST'
        ? Response.json({}, { status: 404 })
        : new Response(`${chunk({ role: 'assistant', ...left.shift() })}${DONE}`, {
            headers: { 'content-type': 'text/event-stream' },
          }),
  })
  return {
    requests,
    provider: {
      ...provider,
      respond(request, signal) {
        requests.push(request)
        return provider.respond(request, signal)
      },
    },
  }
}
