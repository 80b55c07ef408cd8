/** How deep things may nest, and why no deeper. Whatever calls itself once for every level has one of these. */
export const DEPTHS = {
  /** JSON as a value. Every walk over it stays far from the end of the stack. */
  value: 256,
  /** JSON that streams by is counted and not walked, so it may go deeper before it is refused. */
  stream: 500,
  /** Python and other literals, read by a grammar that pauses at every level. */
  literal: 64,
  /** A schema that is copied, references and all. */
  schema: 64,
  /** YAML: every level is indented by a person or a model. */
  yaml: 32,
  /** Elements of a transcript, which we write ourselves and never nest like this. */
  transcript: 16,
  /** A schema that refers to itself is followed so far when something is described or read by it. */
  describedSchema: 12,
  /** A grammar for constrained decoding writes every level out. */
  grammar: 6,
} as const
