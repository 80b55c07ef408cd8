import { createProvider } from '../providers/create-provider.ts'
import type { Provider, ProviderParts } from '../providers/provider.ts'
import { findLocalServers } from './local-servers.ts'

export interface DiscoverOptions extends ProviderParts {
  readonly now: () => number
  readonly ports?: readonly number[]
  readonly ownPort?: number
}

const FRESH_MS = 15_000

/** Providers for what is found on this computer; looked for anew now and then, because people start servers when they need them. */
export function createDiscovery(options: DiscoverOptions): () => Promise<readonly Provider[]> {
  let known: { readonly at: number; readonly providers: Promise<readonly Provider[]> } | undefined
  return () => {
    if (known && options.now() - known.at < FRESH_MS) return known.providers
    const providers = findLocalServers(options).then((servers) =>
      servers.map(({ id, kind, label, url }) =>
        createProvider({ id, kind, url, label: `${label} on this computer`, models: [] }, options),
      ),
    )
    known = { at: options.now(), providers }
    return providers
  }
}
