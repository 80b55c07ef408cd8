import { type ChatRequest, type Dialect, findDialect, type JsonObject, toolGrammar, toolTags } from '@parley/dialects'

/** Who serves, as far as it is known. */
interface EngineFinder {
  readonly engine: () => Engine | undefined
  /** Takes note of who a model says that it belongs to. */
  readonly told: (owner: unknown) => void
  /** Asks, where nobody has: models that are configured are never listed. */
  find(): Promise<void>
}

type AskOwners = (signal: AbortSignal, onOwner: (owner: unknown) => void) => Promise<void>

/** A server that cannot list its models now may do so later, and one that never can is not asked for ever. */
const MOST_TRIES = 3
/** Somebody waits for the answer that comes after this one; many wait together, so none of them may abort it by leaving. */
const PATIENCE_MS = 2000

export function createEngineFinder(known: Engine | undefined, ask: AskOwners): EngineFinder {
  let engine = known
  let tries = known === undefined ? MOST_TRIES : 0
  let asking: Promise<void> | undefined
  const told = (owner: unknown): void => {
    engine ??= engineOf(owner)
    tries = 0
  }
  const tryOnce = async (): Promise<void> => {
    tries--
    try {
      await ask(AbortSignal.timeout(PATIENCE_MS), told)
    } catch {
      // Without an answer nothing is known, and the model is asked without a constraint.
    } finally {
      asking = undefined
    }
  }
  return {
    engine: () => engine,
    told,
    async find() {
      if (tries > 0) asking ??= tryOnce()
      await asking
    },
  }
}

type Taught = NonNullable<ChatRequest['taught']>

/** Keeps a model to what it was taught, in the fields that its engine takes. */
type Constrain = (dialect: Dialect, taught: Taught) => JsonObject

/**
 * llama.cpp holds a grammar from the first token on, so where no call is required it is one that lets the model talk. That
 * of its other fields which would let it set in later (`grammar_lazy`) is overwritten in a chat. It refuses a grammar together with
 * `tools`; here there are none, because they were taught.
 */
const llamaCpp: Constrain = (dialect, { tools, choice }) => {
  const grammar = toolGrammar(dialect, tools, choice)
  return grammar ? { grammar: grammar.free ?? grammar.gbnf } : {}
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

const engineOf = (owner: unknown): Engine | undefined =>
  typeof owner === 'string' && Object.hasOwn(OWNERS, owner) ? OWNERS[owner] : undefined

/** The fields that hold the answer to what the prompt teaches. An engine that is not known is sent none. `own`: the dialect that the model alone speaks. */
export function constraint(engine: Engine | undefined, { taught }: ChatRequest, own: Dialect | undefined): JsonObject {
  const dialect = taught && (own?.id === taught.dialect ? own : findDialect(taught.dialect))
  return engine && dialect ? ENGINES[engine](dialect, taught) : {}
}
