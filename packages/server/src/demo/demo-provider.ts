import { usualDialect } from '@parley/dialects'
import { openaiCompatible } from '../providers/openai-compatible.ts'
import type { Fetch, ModelInfo, Patience, Provider } from '../providers/provider.ts'
import { createDemoServer, DEMO_BY_CHARACTER, DEMO_MODEL, type DemoOptions } from './demo-server.ts'

const REASON = 'the demo speaks every dialect; this is the default one'
const DEMO: ModelInfo = {
  id: DEMO_MODEL,
  label: 'Demo, not an AI',
  native: true,
  dialect: usualDialect.id,
  reason: REASON,
  demo: true,
}

/** The demo behind the same provider as real models: only its `fetch` leads nowhere. */
export function createDemoProvider(
  options: DemoOptions & { readonly patience: Patience },
  overheard: (fetch: Fetch) => Fetch = (fetch) => fetch,
): Provider {
  // A script cannot be told more than it reads.
  const { format: _none, ...provider } = openaiCompatible({
    id: 'demo',
    label: 'Demo, not an AI',
    url: 'http://demo.invalid/v1',
    fetch: overheard(createDemoServer(options)),
    patience: options.patience,
    newId: options.newId,
    speech: {},
    models: [DEMO, { ...DEMO, id: DEMO_BY_CHARACTER, hidden: true }],
    extraBody: ({ taught }) =>
      taught
        ? { metadata: { dialect: taught.dialect, tools: taught.tools.map(({ name, parameters }) => ({ name, parameters })) } }
        : {},
  })
  return provider
}
