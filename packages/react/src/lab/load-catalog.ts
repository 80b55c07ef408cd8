import { fetched } from '../parts/fetched.tsx'

export type DialectCatalog = typeof import('./dialect-catalog.ts')

let loading: Promise<DialectCatalog> | undefined

/** The grammars, fetched once, when something first needs them. For `use()`. */
export function loadCatalog(): Promise<DialectCatalog> {
  loading ??= fetched(import('./dialect-catalog.ts'))
  return loading
}
