import type { SpokenPart } from './canonical/part.ts'
import { finishedParts } from './define-dialect.ts'
import type { Dialect, DialectParser, ParserOptions } from './dialect.ts'

export { collectMessage } from './canonical/collect-message.ts'
export { defineDialect } from './define-dialect.ts'
export type { Dialect, DialectParser, ParserOptions } from './dialect.ts'

/** Reads a whole answer: the same parser, fed once. */
export function readAnswer(text: string, options: ParserOptions & { readonly dialect: Dialect }): readonly SpokenPart[] {
  const parser = createParser(options)
  return finishedParts([...parser.push(text), ...parser.end()])
}

/** Reads an answer while it arrives. */
export function createParser(options: ParserOptions & { readonly dialect: Dialect }): DialectParser {
  return options.dialect.createParser(options)
}
