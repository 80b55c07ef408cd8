import { isJsonObject, type JsonObject, type JsonSchema } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'

/** Tools that belong together, and what a model should know before it uses any of them. */
export interface Toolset {
  readonly id: string
  /** The names of its tools. */
  readonly tools: readonly string[]
  /** Capability, environment, guidelines: one section of the system prompt, for those of its tools that are offered. */
  fragment(offered: ReadonlySet<string>): string
}

/** A schema of any library that can describe itself as JSON Schema, as Zod's do. */
export interface DescribableSchema {
  readonly '~standard': {
    readonly jsonSchema: { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
  }
}

/** A tool as people declare it: with a schema of their library, or with JSON Schema. */
export interface ToolDeclaration {
  readonly description: string
  readonly parameters: JsonSchema | DescribableSchema
}

/** The canonical description of a declared tool. Same declaration, same bytes. */
export function toToolSpec(name: string, { description, parameters }: ToolDeclaration): ToolSpec {
  return { name, description, parameters: isDescribable(parameters) ? describe(parameters) : parameters }
}

function isDescribable(schema: JsonSchema | DescribableSchema): schema is DescribableSchema {
  const standard = (schema as Partial<DescribableSchema>)['~standard']
  return typeof standard?.jsonSchema?.input === 'function'
}

function describe(schema: DescribableSchema): JsonSchema {
  const { $schema: _dialect, ...parameters } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return withoutSafeBounds(parameters as JsonObject)
}

/** `int()` declares the bounds of safe integers, which tell a model nothing and cost tokens in every prompt. */
function withoutSafeBounds(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if ((key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER))
        return []
      return [[key, isJsonObject(value) ? withoutSafeBounds(value) : value]]
    }),
  )
}
