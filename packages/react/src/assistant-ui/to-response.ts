import type { JsonValue, ToolResult } from '@parley/dialects'
import { ToolResponse } from 'assistant-stream'
import { toToolOutput } from '../ai-sdk/to-tool-output.ts'

/** A result in the form that assistant-ui takes from `execute` and from `addResult`. */
export function toResponse(result: ToolResult): ToolResponse<JsonValue> {
  const output = toToolOutput(result)
  return 'errorText' in output
    ? new ToolResponse<JsonValue>({ result: output.errorText, isError: true })
    : new ToolResponse({ result: output.output })
}
