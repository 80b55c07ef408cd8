import type { JsonObject, ToolSpec } from '@parley/dialects'

/** The tools of the page as `/api/chat` takes them, for the `body` of a transport that sends none by itself. */
export function toRequestTools(specs: readonly ToolSpec[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(specs.map(({ name, description, parameters }) => [name, { description, parameters }]))
}
