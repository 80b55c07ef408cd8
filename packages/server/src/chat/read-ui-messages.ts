import { isJsonObject, type JsonObject, type Message, ownValue, type SpokenPart, type ToolResult } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { readUiTool } from './read-ui-tool.ts'
import { type Decision, signatureIn } from './ui-metadata.ts'

export interface UiMessages {
  readonly messages: readonly Message[]
  readonly decisions: readonly Decision[]
}

export const isUiMessage = (message: JsonObject): boolean => Array.isArray(message['parts'])

/** The AI SDK's UI messages → ours. One of its assistant messages may hold several steps, each with its own results. */
export function readUiMessages(given: readonly JsonObject[]): UiMessages {
  const messages: Message[] = []
  const decisions: Decision[] = []
  for (const [index, message] of given.entries()) {
    const field = `messages[${index}]`
    const id = typeof message['id'] === 'string' ? message['id'] : `m${index}`
    const role = message['role']
    const parts = partsOf(message, field)
    if (role === 'system') messages.push({ role, id, parts: parts.flatMap(textPart) })
    else if (role === 'user') messages.push({ role, id, parts: parts.flatMap((part) => [...textPart(part), ...filePart(part)]) })
    else if (role === 'assistant') messages.push(...readSteps(id, parts, decisions))
    else
      throw refusal('request/invalid', `The field \`${field}.role\` must be system, user or assistant.`, {
        field: `${field}.role`,
      })
  }
  return { messages, decisions }
}

function partsOf(message: JsonObject, field: string): readonly JsonObject[] {
  const parts = ownValue(message, 'parts')
  const content = ownValue(message, 'content')
  if (parts === undefined && typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(parts) || !parts.every(isJsonObject)) {
    throw refusal('request/invalid', `The field \`${field}.parts\` must be a list of parts.`, { field: `${field}.parts` })
  }
  return parts
}

function textPart(part: JsonObject) {
  return part['type'] === 'text' && typeof part['text'] === 'string' ? [{ type: 'text' as const, text: part['text'] }] : []
}

function filePart(part: JsonObject) {
  const { type, mediaType, url, filename } = part
  if (type !== 'file' || typeof url !== 'string') return []
  const media = typeof mediaType === 'string' ? mediaType : 'application/octet-stream'
  return [{ type: 'file' as const, mediaType: media, data: url, ...(typeof filename === 'string' && { name: filename }) }]
}

function readSteps(id: string, parts: readonly JsonObject[], decisions: Decision[]): readonly Message[] {
  const messages: Message[] = []
  let spoken: SpokenPart[] = []
  let results: ToolResult[] = []
  const flush = () => {
    const step = messages.length
    if (spoken.length > 0) messages.push({ role: 'assistant', id: step === 0 ? id : `${id}-${step}`, parts: spoken })
    if (results.length > 0) messages.push({ role: 'tool', id: `${id}-results-${step}`, parts: results })
    spoken = []
    results = []
  }
  for (const part of parts) {
    const type = part['type']
    if (type === 'step-start') flush()
    else if (type === 'text' || type === 'reasoning') {
      if (results.length > 0) flush()
      if (typeof part['text'] === 'string' && part['text'] !== '') {
        spoken.push(
          type === 'text' ? { type, text: part['text'] } : { type, text: part['text'], ...signatureIn(part['providerMetadata']) },
        )
      }
    } else if (typeof type === 'string' && (type.startsWith('tool-') || type === 'dynamic-tool')) {
      const tool = readUiTool(part, type)
      if (tool.call) spoken.push(tool.call)
      if (tool.result) results.push(tool.result)
      if (tool.decision) decisions.push(tool.decision)
    }
  }
  flush()
  return messages
}
