import { dialects } from './all-dialects.ts'
import type { Dialect } from './dialect.ts'

const byId = new Map(dialects.flatMap((dialect) => [dialect.id, ...(dialect.aliases ?? [])].map((id) => [id, dialect])))

/** Ignores case and takes `_` for `-`, so that `JSON_Strict` is found. */
export function findDialect(id: string): Dialect | undefined {
  return byId.get(id) ?? byId.get(id.trim().toLowerCase().replaceAll('_', '-'))
}
