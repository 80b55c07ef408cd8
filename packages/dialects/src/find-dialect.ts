import { dialects } from './all-dialects.ts'
import type { Dialect } from './dialect.ts'

const byId = (id: string): string => id.trim().toLowerCase().replaceAll('_', '-')

/** Ignores case and takes `_` for `-`, so that `JSON_Strict` is found. */
export function findDialect(id: string): Dialect | undefined {
  const wanted = byId(id)
  return dialects.find((dialect) => dialect.id === wanted || dialect.aliases?.includes(wanted))
}
