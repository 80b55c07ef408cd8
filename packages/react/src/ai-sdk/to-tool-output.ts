import { type JsonObject, type JsonValue, plainText, type ToolResult, type ToolSpec } from '@parley/dialects'

/** A result in the form that `addToolOutput` of `useChat` takes. */
export type UiToolOutput =
  | { readonly tool: string; readonly toolCallId: string; readonly output: JsonValue }
  | { readonly tool: string; readonly toolCallId: string; readonly state: 'output-error'; readonly errorText: string }

const NO_REASON = 'The call did not succeed, and nothing says why.'

/** Whatever did not end well is an error there, in the words that are meant for the model. */
export function toToolOutput(result: ToolResult): UiToolOutput {
  const { name: tool, callId: toolCallId } = result
  if (result.outcome !== 'ok') return { tool, toolCallId, state: 'output-error', errorText: plainText(result) || NO_REASON }
  return { tool, toolCallId, output: outputOf(result) }
}

/** There is room for one thing. The value, when it says all that the words say; otherwise the words, which the model reads. */
function outputOf(result: ToolResult): JsonValue {
  const { data } = result
  const text = plainText(result)
  if (data === undefined) return text
  return text === (typeof data === 'string' ? data : JSON.stringify(data)) ? data : text
}

/** The tools of the page as `/api/chat` takes them, for the `body` of a transport that sends none by itself. */
export function toRequestTools(specs: readonly ToolSpec[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(specs.map(({ name, description, parameters }) => [name, { description, parameters }]))
}
