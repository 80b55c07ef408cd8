import { type JsonObject, type Message, plainText, type SpokenPart, type ToolResult } from '@parley/dialects'

/** A conversation as `/api/chat` takes it: results stand with their calls, and every message keeps its id. */
export function toUiMessages(messages: readonly Message[]): JsonObject[] {
  return messages.flatMap((message, index): JsonObject[] => {
    if (message.role === 'tool' || message.role === 'system') return []
    if (message.role === 'user') return [{ id: message.id, role: 'user', parts: message.parts.map(userPart) }]
    const next = messages[index + 1]
    const results = next?.role === 'tool' ? next.parts : []
    return [{ id: message.id, role: 'assistant', parts: message.parts.map((part) => spokenPart(part, results)) }]
  })
}

function userPart(part: Extract<Message, { role: 'user' }>['parts'][number]): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  return { type: 'file', mediaType: part.mediaType, url: part.data, ...(part.name !== undefined && { filename: part.name }) }
}

function spokenPart(part: SpokenPart, results: readonly ToolResult[]): JsonObject {
  if (part.type === 'text' || part.type === 'reasoning') return { type: part.type, text: part.text }
  const result = results.find(({ callId }) => callId === part.id)
  const isBroken = part.type === 'broken-call'
  return {
    type: 'dynamic-tool',
    toolName: part.name || 'unknown',
    toolCallId: part.id,
    ...(isBroken ? { rawInput: part.source } : { input: part.input }),
    ...(result ? outcomeOf(result) : { state: 'input-available' }),
  }
}

function outcomeOf(result: ToolResult): JsonObject {
  const text = plainText(result)
  if (result.outcome === 'ok') return { state: 'output-available', output: result.data ?? text }
  if (result.outcome === 'denied')
    return { state: 'output-denied', approval: { id: result.callId, approved: false, reason: text } }
  return { state: 'output-error', errorText: text }
}
