import type { JsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import { deniedReason, resultText } from '../../canonical/outcome-words.ts'
import type { SpokenPart, ToolResult } from '../../canonical/part.ts'
import type { EndReason } from '../../canonical/stream-event.ts'
import { fileAddress } from '../request/file-source.ts'

/** A conversation as UI messages: results stand with their calls, and every message keeps its id. System messages are not in them. */
export function writeUiMessages(messages: readonly Message[]): JsonObject[] {
  return messages.flatMap((message, index): JsonObject[] => {
    if (message.role === 'tool' || message.role === 'system') return []
    const { id, role } = message
    if (role === 'user') return [{ id, role, parts: message.parts.map(userPart) }]
    const next = messages[index + 1]
    const results = next?.role === 'tool' ? next.parts : []
    return [{ id, role, parts: message.parts.map((part) => spokenPart(part, results)) }]
  })
}

function userPart(part: Extract<Message, { role: 'user' }>['parts'][number]): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  return {
    type: 'file',
    mediaType: part.mediaType,
    url: fileAddress(part),
    ...(part.name !== undefined && { filename: part.name }),
  }
}

/** Without a result a call waits, also one that broke: whoever reads it says what becomes of it. */
function spokenPart(part: SpokenPart, results: readonly ToolResult[]): JsonObject {
  const written = writeUiPart(part)
  if (part.type === 'text' || part.type === 'reasoning') return written
  const result = results.find(({ callId }) => callId === part.id)
  return { ...written, ...(result ? outcomeOf(result) : { state: 'input-available' }) }
}

function outcomeOf(result: ToolResult): JsonObject {
  const text = resultText(result)
  if (result.outcome === 'ok') return { state: 'output-available', output: result.data ?? text }
  if (result.outcome !== 'denied') return { state: 'output-error', errorText: text }
  const reason = deniedReason(text)
  return { state: 'output-denied', approval: { id: result.callId, approved: false, ...(reason !== '' && { reason }) } }
}

/** How an answer ended, in the words of the AI SDK. */
export const UI_FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool-calls',
  length: 'length',
  filtered: 'content-filter',
}

/** A call whose name was lost is shown as a call of this tool, so that what was wrong with it can be told. */
export const NAMELESS = 'unknown'

/** What was said, as a part of a UI message. */
export function writeUiPart(part: SpokenPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'reasoning':
      return { type: 'reasoning', text: part.text, ...ownMetadata('providerMetadata', part) }
    case 'tool-call': {
      const { id: toolCallId, name, input } = part
      const own = ownMetadata('callProviderMetadata', part)
      return { type: `tool-${name}`, toolCallId, state: 'input-available', input, ...own }
    }
    case 'broken-call': {
      const { id: toolCallId, name = NAMELESS, source: input, problem: errorText } = part
      return { type: `tool-${name}`, toolCallId, state: 'output-error', input, errorText }
    }
    default:
      return part satisfies never
  }
}

/** What the client keeps for us and sends back: proofs, and numbers that JSON would round. */
export function ownMetadata(key: 'providerMetadata' | 'callProviderMetadata', part: SpokenPart): JsonObject {
  const signature = 'signature' in part ? part.signature : undefined
  const inputText = 'inputText' in part ? part.inputText : undefined
  if (signature === undefined && inputText === undefined) return {}
  const parley = { ...(signature !== undefined && { signature }), ...(inputText !== undefined && { inputText }) }
  return { [key]: { parley } }
}
