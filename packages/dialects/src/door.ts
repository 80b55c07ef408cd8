import { FaultError } from './canonical/fault.ts'
import type { SpokenPart } from './canonical/part.ts'
import type { Dialect, DialectParser, ParserOptions } from './dialect.ts'
import * as engine from './engine.ts'
import { findDialect } from './find-dialect.ts'
import { generousMender } from './mender.ts'

/** A dialect, or the id of a built-in one. */
interface DialectChoice {
  readonly dialect: Dialect | string
}

/** Reads a whole answer: the same parser, fed once. */
export function readAnswer(text: string, options: ParserOptions & DialectChoice): readonly SpokenPart[] {
  return engine.readAnswer(text, { mender: generousMender, ...options, dialect: chosen(options.dialect) })
}

/** Reads an answer while it arrives. */
export function createParser(options: ParserOptions & DialectChoice): DialectParser {
  return engine.createParser({ mender: generousMender, ...options, dialect: chosen(options.dialect) })
}

function chosen(dialect: Dialect | string): Dialect {
  if (typeof dialect !== 'string') return dialect
  const found = findDialect(dialect)
  if (found) return found
  throw new FaultError({
    code: 'request/unknown-dialect',
    message: `There is no dialect \`${dialect}\`. Choose one of those that \`dialects\` lists.`,
    retryable: false,
  })
}
