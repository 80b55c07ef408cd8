import { type CallRecord, type CallState, emptyInput, growInput, type KnownStage, type PartialInput } from '@parley/browser'
import { isJsonObject, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import { toolNameOf, type UiToolPart } from '../ai-sdk/ui-tool-part.ts'

/** The call inside a part whose arguments are complete. Arguments that are no object are shown as they came. */
export function callOf(part: UiToolPart): ToolCall {
  const call = { type: 'tool-call', id: part.toolCallId, name: toolNameOf(part) } as const
  const input = part.input ?? part.rawInput
  if (isJsonObject(input)) return { ...call, input }
  return { ...call, input: {}, source: typeof input === 'string' ? input : (JSON.stringify(input) ?? '') }
}

/** A part that somebody else drives, as a card shows it. There is no ledger behind it: the message is all there is. */
export function toShownCall(part: UiToolPart, key: string): CallState {
  if (part.state === 'input-streaming') {
    const name = toolNameOf(part)
    const input = writtenSoFar(part)
    return { stage: 'streaming', key, messageId: key, callId: part.toolCallId, ...(name !== '' && { name }), input }
  }
  const stage = stageOf(part)
  const place = { index: 0, count: 1 }
  return { stage, key, messageId: key, place, progress: [], record: recordOf(part, key, stage) }
}

/** Whether nothing more will come of it. */
export function isEnded({ state }: UiToolPart): boolean {
  return state === 'output-available' || state === 'output-error' || state === 'output-denied'
}

function stageOf({ state, approval }: UiToolPart): KnownStage {
  switch (state) {
    case 'approval-requested':
      return 'awaiting'
    case 'approval-responded':
      return approval?.approved ? 'running' : 'rejected'
    case 'output-available':
      return 'succeeded'
    case 'output-error':
      return 'failed'
    case 'output-denied':
      return 'rejected'
    default:
      return 'running'
  }
}

function recordOf(part: UiToolPart, key: string, stage: KnownStage): CallRecord {
  const call = callOf(part)
  const reason = part.approval?.reason
  const sentence = part.approval?.requestReason
  const result = resultOf(part, call)
  return {
    key,
    call,
    threadId: key,
    messageId: key,
    position: 0,
    hash: '',
    phase: isEnded(part) ? 'settled' : 'running',
    version: 0,
    attempt: 0,
    questions: [],
    createdAt: 0,
    ...(result && { result }),
    ...(sentence !== undefined && { sentence }),
    ...(stage === 'rejected' && {
      decision: { kind: 'reject', by: 'person', resume: true, ...(reason !== undefined && { reason }) },
    }),
  }
}

function resultOf(part: UiToolPart, call: ToolCall): ToolResult | undefined {
  if (part.state === 'output-error') return wordsResult(call, 'error', part.errorText ?? '')
  if (part.state !== 'output-available') return undefined
  const { output } = part
  return wordsResult(call, 'ok', typeof output === 'string' ? output : (JSON.stringify(output, null, 2) ?? ''))
}

/** The text itself where the client keeps it; otherwise the value it made of it, which closes what is still open. */
function writtenSoFar({ input, rawInput }: UiToolPart): PartialInput {
  if (typeof rawInput === 'string') return growInput(emptyInput, rawInput)
  return growInput(emptyInput, JSON.stringify(input ?? {}))
}
