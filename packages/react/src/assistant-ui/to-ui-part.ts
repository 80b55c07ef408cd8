import type { ToolCallMessagePartProps } from '@assistant-ui/react'
import { isJsonObject, type JsonValue, type ToolResult } from '@parley/dialects'
import { ToolResponse } from 'assistant-stream'
import { toToolOutput } from '../ai-sdk/to-tool-output.ts'
import type { UiApproval, UiToolPart } from '../ai-sdk/ui-tool-part.ts'

export type PartProps = Pick<
  ToolCallMessagePartProps,
  'toolCallId' | 'toolName' | 'args' | 'argsText' | 'result' | 'isError' | 'status' | 'approval'
>

/** A tool part as assistant-ui hands it to its renderer → the part of the `UIMessage` it was made from. */
export function toUiPart(props: PartProps): UiToolPart {
  const { toolCallId, toolName, args, argsText, approval } = props
  const part = { type: 'dynamic-tool', toolName, toolCallId, input: args, ...(approval && { approval: approvalOf(approval) }) }
  if (props.result !== undefined) return { ...part, ...ended(props) }
  if (approval) return { ...part, state: isOpen(approval) ? 'approval-requested' : 'approval-responded' }
  if (props.status.type === 'incomplete') return { ...part, state: 'output-error', errorText: whyIncomplete(props.status) }
  if (!isWhole(argsText)) return { ...part, state: 'input-streaming', rawInput: argsText }
  return { ...part, state: 'input-available' }
}

function ended({ result, isError, approval }: PartProps): Pick<UiToolPart, 'state' | 'output' | 'errorText'> {
  if (!isError) return { state: 'output-available', output: result }
  if (approval?.approved === false) return { state: 'output-denied' }
  const error = isJsonObject(result) ? result['error'] : result
  return { state: 'output-error', errorText: typeof error === 'string' ? error : (JSON.stringify(error) ?? '') }
}

function approvalOf({ id, approved, reason, prompt }: NonNullable<PartProps['approval']>): UiApproval {
  return { id, approved, reason, requestReason: prompt }
}

function isOpen({ approved, resolution }: NonNullable<PartProps['approval']>): boolean {
  return approved === undefined && resolution === undefined
}

function whyIncomplete(status: Extract<PartProps['status'], { type: 'incomplete' }>): string {
  return status.reason === 'cancelled' ? 'Stopped before it was answered.' : `Not finished: ${status.reason}.`
}

/** While arguments stream, their text is cut off where the model is; nothing else tells a call that is still being written. */
function isWhole(argsText: string): boolean {
  try {
    JSON.parse(argsText)
    return true
  } catch {
    return false
  }
}

/** A result in the form that assistant-ui takes from `execute` and from `addResult`. */
export function toResponse(result: ToolResult): ToolResponse<JsonValue> {
  const output = toToolOutput(result)
  return 'errorText' in output
    ? new ToolResponse<JsonValue>({ result: output.errorText, isError: true })
    : new ToolResponse({ result: output.output })
}
