import type { Tool } from '@parley/browser'
import {
  type BrokenCall,
  findDialect,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownValue,
  type ToolSpec,
  usualDialect,
} from '@parley/dialects'

const SAMPLES: Readonly<Record<string, JsonValue>> = { string: '…', number: 1, integer: 1, boolean: true, array: [], object: {} }

/** The smallest input a tool's schema allows, with a placeholder for every required argument. */
function exampleInput({ parameters }: ToolSpec): JsonObject {
  const properties = ownValue(parameters, 'properties')
  const required = ownValue(parameters, 'required')
  if (!isJsonObject(properties) || !Array.isArray(required)) return {}
  return Object.fromEntries(
    required.flatMap((key): readonly [string, JsonValue][] => {
      if (typeof key !== 'string') return []
      const schema = ownValue(properties, key)
      const type = isJsonObject(schema) ? ownValue(schema, 'type') : undefined
      return [[key, (typeof type === 'string' && Object.hasOwn(SAMPLES, type) ? SAMPLES[type] : undefined) ?? '…']]
    }),
  )
}

/** One correct call of a tool, in the dialect a broken one was written in, for the model to learn from. */
export function exampleCall({ dialect = usualDialect.id, name }: BrokenCall, tools: readonly Tool[]): string | undefined {
  const tool = tools.find(({ spec }) => spec.name === name) ?? tools[0]
  if (!tool) return undefined
  return findDialect(dialect)?.formatCalls([{ id: 'call_1', name: tool.spec.name, input: exampleInput(tool.spec) }])
}
