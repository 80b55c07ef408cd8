import type { JsonObject, JsonSchema } from '../../canonical/json.ts'
import { ownValue } from '../../canonical/json.ts'
import type { KnownTool, ToolSpec } from '../../canonical/message.ts'
import type { Fields } from './request-fields.ts'

const FREEFORM: JsonSchema = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/** A tool whose input is a text: models are told of it as one parameter, and of its grammar in words. `grammar` holds `syntax` and `definition`. */
export function freeformTool(
  { name, description }: Pick<ToolSpec, 'name' | 'description'>,
  grammar: Fields | undefined,
): Pick<ToolSpec, 'description' | 'parameters'> & { readonly known: KnownTool } {
  const definition = grammar?.text('definition')
  const rule =
    definition === undefined ? '' : `\n\nThe input keeps to this grammar (${grammar?.text('syntax') ?? 'lark'}):\n${definition}`
  return { description: description + rule, parameters: FREEFORM, known: { name, kind: 'freeform' } }
}

/** What a freeform tool is called with. */
export function freeformInput(input: JsonObject): string {
  const text = ownValue(input, 'input')
  return typeof text === 'string' ? text : JSON.stringify(input)
}

/** What clients know by another name or in another form, by the name that models know. */
export type KnownTools = ReadonlyMap<string, KnownTool>

export function knownTools({ tools = [] }: { readonly tools?: readonly ToolSpec[] }): KnownTools {
  return new Map(tools.flatMap(({ name, known }) => (known ? [[name, known] as const] : [])))
}
