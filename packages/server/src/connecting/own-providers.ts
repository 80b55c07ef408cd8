import type { ProviderConfig } from '../config-schema.ts'

/** Providers that were connected in a page, kept beside those of the configuration. */
export interface OwnProviders {
  list(): readonly ProviderConfig[]
  /** Adds it, or puts it in the place of the one with its id. It holds from the next request on. */
  save(provider: ProviderConfig): Promise<void>
  remove(id: string): Promise<void>
}

/** What the configuration names comes first, and keeps its name where another came to bear it. */
export function withOwn(given: readonly ProviderConfig[], own: readonly ProviderConfig[]): ProviderConfig[] {
  const taken = new Set(given.map(({ id }) => id))
  return [...given, ...own.filter(({ id }) => !taken.has(id))]
}
