import { createProvider } from '../providers/create-provider.ts'
import type { Provider, ProviderParts } from '../providers/provider.ts'
import { findLocalServers, type LocalServer } from './local-servers.ts'

export interface DiscoverOptions extends ProviderParts {
  readonly now: () => number
  readonly ports?: readonly number[]
  readonly ownPort?: number
  readonly known?: readonly string[]
}

const FRESH_MS = 15_000

/** Providers for what is found on this computer; looked for anew now and then, because people start servers when they need them. One that is still there stays the same: it remembers what it learned of its server. */
export function createDiscovery(options: DiscoverOptions): () => Promise<readonly Provider[]> {
  let known: { readonly at: number; readonly providers: Promise<readonly Provider[]> } | undefined
  const made = new Map<string, Provider>()
  const provide = ({ id, kind, url, label }: LocalServer): Provider => {
    const provider = made.get(id) ?? createProvider({ id, kind, url, label: `${label} on this computer`, models: [] }, options)
    made.set(id, provider)
    return provider
  }
  return () => {
    if (known && options.now() - known.at < FRESH_MS) return known.providers
    const providers = findLocalServers(options).then((servers) => servers.map(provide))
    known = { at: options.now(), providers }
    return providers
  }
}
