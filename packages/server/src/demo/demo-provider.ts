import { usualDialect } from '@parley/dialects'
import { DEMO_MODEL } from '@parley/dialects/demo'
import { openaiCompatible } from '../providers/openai-compatible.ts'
import type { Fetch, ModelInfo, Patience, Provider } from '../providers/provider.ts'
import { say } from '../words.ts'
import { createDemoServer, DEMO_BY_CHARACTER, type DemoOptions } from './demo-server.ts'

const DEMO: ModelInfo = {
  id: DEMO_MODEL,
  label: { message: 'Demo, not an AI', words: { id: 'model.demo' } },
  native: true,
  dialect: usualDialect.id,
  reason: say('speech.demo'),
  demo: true,
}

/** The demo behind the same provider as real models: only its `fetch` leads nowhere. */
export function createDemoProvider(
  options: DemoOptions & { readonly patience: Patience },
  overheard: (fetch: Fetch) => Fetch = (fetch) => fetch,
): Provider {
  // A script cannot be told more than it reads.
  const {
    format: _none,
    takesShape: _neither,
    passOn: _norThis,
    ...provider
  } = openaiCompatible({
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
