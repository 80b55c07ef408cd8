import {
  deniedWords,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownValue,
  type SpokenPart,
  type ToolResult,
} from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { type Decision, signatureIn } from './ui-metadata.ts'

export interface UiTool {
  /** Absent: the call was still being written, so nobody may run it. */
  readonly call?: SpokenPart
  readonly result?: ToolResult
  readonly decision?: Decision
}

/** One tool part of a UI message: the call, and how far it has come. */
export function readUiTool(part: JsonObject, type: string): UiTool {
  const id = part['toolCallId']
  const name = type === 'dynamic-tool' ? part['toolName'] : type.slice('tool-'.length)
  if (typeof id !== 'string' || typeof name !== 'string' || name === '') {
    throw refusal(
      'request/invalid',
      'A tool part of `messages` has no `toolCallId` or no name. Send the message as it was received.',
    )
  }
  if (part['state'] === 'input-streaming') return {}
  const input = ownValue(part, 'input') ?? ownValue(part, 'rawInput')
  const told = resultOf(part, id, name)
  if (!isJsonObject(input)) return { call: brokenCall(id, name, input, part['errorText']), ...told }
  const call = { type: 'tool-call', id, name, input, ...signatureIn(part['callProviderMetadata']) } as const
  const decision = decisionOf(part, id)
  return { call, ...told, ...(decision && { decision }) }
}

function brokenCall(id: string, name: string, input: JsonValue | undefined, problem: JsonValue | undefined): SpokenPart {
  const source = typeof input === 'string' ? input : JSON.stringify(input ?? null)
  return {
    type: 'broken-call',
    id,
    name,
    source,
    problem: typeof problem === 'string' ? problem : 'The arguments are not a JSON object.',
  }
}

function resultOf(part: JsonObject, callId: string, name: string): { readonly result?: ToolResult } {
  const answer = (outcome: ToolResult['outcome'], text: string) =>
    ({ result: { type: 'tool-result', callId, name, outcome, content: [{ type: 'text', text }] } }) as const
  switch (part['state']) {
    case 'output-available': {
      const output = ownValue(part, 'output') ?? null
      if (typeof output === 'string') return answer('ok', output)
      return { result: { ...answer('ok', JSON.stringify(output)).result, data: output } }
    }
    case 'output-error':
      return answer('error', typeof part['errorText'] === 'string' ? part['errorText'] : 'The tool failed.')
    case 'output-denied': {
      const reason = isJsonObject(part['approval']) ? part['approval']['reason'] : undefined
      return answer('denied', deniedWords(typeof reason === 'string' ? reason : undefined))
    }
    default:
      return {}
  }
}

function decisionOf(part: JsonObject, callId: string): Decision | undefined {
  const approval = ownValue(part, 'approval')
  if (part['state'] !== 'approval-responded' || !isJsonObject(approval)) return undefined
  const { id, approved, reason, signature } = approval
  return {
    callId,
    approvalId: typeof id === 'string' ? id : '',
    signature: typeof signature === 'string' ? signature : '',
    approved: approved === true,
    ...(typeof reason === 'string' && { reason }),
  }
}
