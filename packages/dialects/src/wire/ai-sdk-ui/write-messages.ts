import type { JsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import { deniedReason, resultText } from '../../canonical/outcome-words.ts'
import type { SpokenPart, ToolResult } from '../../canonical/part.ts'
import { fileAddress } from '../request/file-source.ts'
import { writeUiPart } from './write-part.ts'

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
