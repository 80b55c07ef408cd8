import type { SpokenPart } from './canonical/part.ts'
import type { PartEvent } from './canonical/stream-event.ts'
import type { Dialect, DialectParser, ParserOptions } from './dialect.ts'
import * as engine from './engine.ts'
import { requireDialect } from './find-dialect.ts'
import { generousMender } from './mender.ts'
import type { DialectId } from './registry.generated.ts'

/** A dialect, or the id of a built-in one: an editor offers those that there are. */
export interface DialectChoice {
  readonly dialect: Dialect | DialectId | (string & {})
}

/** Reads a whole answer: the same parser, fed once. */
export function readAnswer(text: string, options: ParserOptions & DialectChoice): readonly SpokenPart[] {
  return engine.readAnswer(text, { mender: generousMender, ...options, dialect: chosen(options.dialect) })
}

/** Reads an answer while it arrives. */
export function createParser(options: ParserOptions & DialectChoice): DialectParser {
  return engine.createParser({ mender: generousMender, ...options, dialect: chosen(options.dialect) })
}

/** Reads an answer from whatever gives its text in pieces. A source that fails ends the reading where it failed: half an answer is not whole. */
export async function* readStream(
  pieces: AsyncIterable<string> | Iterable<string>,
  options: ParserOptions & DialectChoice,
): AsyncGenerator<PartEvent, void> {
  const parser = createParser(options)
  for await (const piece of pieces) yield* parser.push(piece)
  yield* parser.end()
}

function chosen(dialect: Dialect | string): Dialect {
  return typeof dialect === 'string' ? requireDialect(dialect) : dialect
}
