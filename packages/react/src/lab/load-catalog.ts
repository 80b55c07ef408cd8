export type DialectCatalog = typeof import('./dialect-catalog.ts')

let loading: Promise<DialectCatalog> | undefined

/** The grammars, fetched once, when something first needs them. For `use()`. */
export function loadCatalog(): Promise<DialectCatalog> {
  loading ??= import('./dialect-catalog.ts')
  return loading
}
