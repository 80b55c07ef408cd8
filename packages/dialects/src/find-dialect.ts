import { dialects } from './all-dialects.ts'
import { FaultError } from './canonical/fault.ts'
import type { Sentence } from './canonical/sentence.ts'
import type { Dialect } from './dialect.ts'
import { dialectFor } from './names/dialect-for.ts'
import { say } from './names/words.ts'
import { usualDialect } from './usual-dialect.ts'

const byId = new Map(dialects.flatMap((dialect) => [dialect.id, ...(dialect.aliases ?? [])].map((id) => [id, dialect])))

/** Ignores case and takes `_` for `-`, so that `JSON_Strict` is found. */
export function findDialect(id: string): Dialect | undefined {
  return byId.get(id) ?? byId.get(id.trim().toLowerCase().replaceAll('_', '-'))
}

/** The same for an id that must be one: throws a fault that says what to write instead. */
export function requireDialect(id: string): Dialect {
  const found = findDialect(id)
  if (found) return found
  throw new FaultError({ code: 'request/unknown-dialect', ...noSuchDialect(id), retryable: false })
}

/** People write the name of a model where the id of a dialect belongs. */
function noSuchDialect(id: string): Sentence {
  const { dialect, speaker } = dialectFor(id)
  return dialect && speaker
    ? say('dialect.speaks', { id, speaker, dialect: dialect.id })
    : say('dialect.unknown', { id, example: usualDialect.id })
}
