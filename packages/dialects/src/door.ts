import type { SpokenPart } from './canonical/part.ts'
import type { Dialect, DialectParser, ParserOptions } from './dialect.ts'
import * as engine from './engine.ts'
import { requireDialect } from './find-dialect.ts'
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
  return typeof dialect === 'string' ? requireDialect(dialect) : dialect
}
