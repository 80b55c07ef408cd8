import { type ChatRequest, type Dialect, findDialect, type JsonObject, toolGrammar, toolTags } from '@parley/dialects'

type Taught = NonNullable<ChatRequest['taught']>

/** Keeps a model to what it was taught, in the fields that its engine takes. */
type Constrain = (dialect: Dialect, taught: Taught) => JsonObject

/** llama.cpp's numbers for a trigger that is a word, and for one that is a regular expression. */
const WORD = 1
const PATTERN = 2

/**
 * llama.cpp takes a grammar that sets in with the first words of a call, so that the model may also just talk; where a call is
 * required, with the first token. It refuses one together with `tools`; here there are none, because they were taught.
 */
const llamaCpp: Constrain = (dialect, { tools, choice }) => {
  const grammar = toolGrammar(dialect, tools, choice)
  if (!grammar) return {}
  const { gbnf, triggers, patterns } = grammar
  if (triggers.length === 0) return { grammar: gbnf }
  // A trigger that is a single token of the model is refused unless that token is kept.
  return {
    grammar: gbnf,
    grammar_lazy: true,
    grammar_triggers:
      patterns.length > 0
        ? patterns.map((value) => ({ type: PATTERN, value }))
        : triggers.map((value) => ({ type: WORD, value })),
    preserved_tokens: triggers,
  }
}

/** A grammar holds for the whole answer; in a free one, tags hold the arguments to their schema. */
const grammarOrTags =
  (whole: (grammar: string) => JsonObject): Constrain =>
  (dialect, { tools, choice = 'auto' }) => {
    const required = choice !== 'auto' && choice !== 'none'
    const grammar = required ? toolGrammar(dialect, tools, choice) : undefined
    if (grammar) return whole(grammar.gbnf)
    const tags = required ? undefined : toolTags(dialect, tools)
    return tags
      ? { response_format: { type: 'structural_tag', structures: [...tags.structures], triggers: [...tags.triggers] } }
      : {}
  }

/** Nothing but a JSON Schema, and so only where the whole answer is JSON. */
const schemaOnly: Constrain = (dialect, { tools, choice = 'auto' }) => {
  const allowed = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
  const schema = choice === 'auto' || choice === 'none' ? undefined : dialect.answerSchema?.(allowed)
  return schema ? { response_format: { type: 'json_schema', json_schema: { name: 'calls', schema } } } : {}
}

const ENGINES = {
  'llama-cpp': llamaCpp,
  vllm: grammarOrTags((grammar) => ({ structured_outputs: { grammar } })),
  sglang: grammarOrTags((ebnf) => ({ ebnf })),
  ollama: schemaOnly,
  'lm-studio': schemaOnly,
} as const satisfies Record<string, Constrain>

export type Engine = keyof typeof ENGINES

/** Who serves, by what its list of models says: nobody else calls himself so. */
const OWNERS: Readonly<Record<string, Engine>> = { vllm: 'vllm', sglang: 'sglang', organization_owner: 'lm-studio' }

export const engineOf = (owner: unknown): Engine | undefined =>
  typeof owner === 'string' && Object.hasOwn(OWNERS, owner) ? OWNERS[owner] : undefined

/** The fields that hold the answer to what the prompt teaches. An engine that is not known is sent none. */
export function constraint(engine: Engine | undefined, { taught }: ChatRequest): JsonObject {
  const dialect = taught && findDialect(taught.dialect)
  return engine && dialect ? ENGINES[engine](dialect, taught) : {}
}
