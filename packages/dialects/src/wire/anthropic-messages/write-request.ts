import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import type { ChatRequest, Message, Settings, ToolSpec } from '../../canonical/message.ts'
import type { FilePart, ReasoningPart, SpokenPart, TextPart, ToolResult } from '../../canonical/part.ts'
import { closeOpenCalls } from '../request/close-open-calls.ts'
import { decodeText, fileSource, fileWords } from '../request/file-source.ts'
import { extrasFor } from '../request/request-extras.ts'
import { resultContent } from '../request/request-fields.ts'
import { type CallIdForm, createToolNames, rewriteCallIds, type ToolNames } from '../request/vendor-names.ts'
import { FORMAT_ID, redactedProof, thinkingProof } from './proofs.ts'

export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const CALL_ID: CallIdForm = { accepts: /^[a-zA-Z0-9_-]{1,64}$/, mint: (seed) => `toolu_${seed}` }

/** The format demands a limit; every current model can write this much. */
const DEFAULT_MAX_TOKENS = 8192

/** Our request → theirs. */
export function writeMessagesRequest(request: ChatRequest): JsonObject {
  const tools = toolsOf(request)
  const names = createToolNames(
    TOOL_NAME,
    tools.map((tool) => tool.name),
  )
  const history = rewriteCallIds(closeOpenCalls(request.messages), CALL_ID)
  const system = history.flatMap((message) => (message.role === 'system' ? message.parts : [])).filter((part) => part.text !== '')
  return {
    ...extrasFor(request, FORMAT_ID),
    model: request.model,
    ...(system.length > 0 && { system: plainContent(system.map(writeText)) }),
    messages: writeMessages(history, names),
    ...(tools.length > 0 && { tools: tools.map((tool) => writeTool(tool, names)), ...writeToolChoice(request, names) }),
    ...writeShape(request),
    ...writeSettings(request.settings ?? {}),
  }
}

/** The effort stands beside the shape. Without a schema none can be asked for. */
function writeShape(request: ChatRequest): JsonObject {
  const schema = request.shape?.schema
  if (!schema) return {}
  const { output_config: config } = extrasFor(request, FORMAT_ID)
  return { output_config: { ...(isJsonObject(config) && config), format: { type: 'json_schema', schema } } }
}

/** A history with calls is refused without tools: those it names are declared, and none of them may be called. */
function toolsOf(request: ChatRequest): readonly ToolSpec[] {
  if (request.tools && request.tools.length > 0) return request.tools
  const used = request.messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.filter((part) => part.type === 'tool-call') : [],
  )
  return [...new Set(used.map((call) => call.name))].map((name) => ({ name, description: '', parameters: { type: 'object' } }))
}

function writeToolChoice(request: ChatRequest, names: ToolNames): JsonObject {
  const choice = request.tools && request.tools.length > 0 ? request.toolChoice : 'none'
  if (choice === 'none') return { tool_choice: { type: 'none' } }
  const single = request.parallelCalls === false && { disable_parallel_tool_use: true }
  if (choice === undefined) return single ? { tool_choice: { type: 'auto', ...single } } : {}
  if (typeof choice === 'object') return { tool_choice: { type: 'tool', name: names.toWire(choice.name), ...single } }
  return { tool_choice: { type: choice === 'required' ? 'any' : 'auto', ...single } }
}

/** Newer models refuse `temperature` and `top_p` together; the temperature is what people mean. Blank stop sequences are refused too. */
function writeSettings(settings: Settings): JsonObject {
  const stop = settings.stop?.filter((sequence) => sequence.trim() !== '') ?? []
  return {
    max_tokens: settings.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(settings.topP !== undefined && settings.temperature === undefined && { top_p: settings.topP }),
    ...(stop.length > 0 && { stop_sequences: stop }),
  }
}

export function leavesOut({ temperature, topP, seed }: Settings): readonly (keyof Settings)[] {
  const both = temperature !== undefined && topP !== undefined
  return [...(both ? (['topP'] as const) : []), ...(seed !== undefined ? (['seed'] as const) : [])]
}

function writeTool(tool: ToolSpec, names: ToolNames): JsonObject {
  const own = extrasFor(tool, FORMAT_ID)
  // A type that the vendor knows says everything.
  if (Object.hasOwn(own, 'type')) return { name: names.toWire(tool.name), ...own }
  return {
    name: names.toWire(tool.name),
    ...(tool.description !== '' && { description: tool.description }),
    input_schema: tool.parameters['type'] === 'object' ? tool.parameters : { ...tool.parameters, type: 'object' },
    ...own,
  }
}

/** Results belong at the head of the user's next message, so neighbours of one role become one message. */
function writeMessages(history: readonly Message[], names: ToolNames): readonly JsonObject[] {
  const written: { readonly role: 'user' | 'assistant'; readonly content: JsonObject[] }[] = []
  for (const message of history) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = writeParts(message, names)
    if (content.length === 0) continue
    const last = written.at(-1)
    if (last?.role === role) for (const block of content) last.content.push(block)
    else written.push({ role, content: [...content] })
  }
  return written.map(({ role, content }) => ({ role, content: plainContent(content) }))
}

function plainContent(content: readonly JsonObject[]): JsonValue {
  const [only] = content
  const isPlain = content.length === 1 && only?.['type'] === 'text' && Object.keys(only).length === 2
  return isPlain ? (only['text'] ?? '') : content
}

function writeParts(message: Exclude<Message, { role: 'system' }>, names: ToolNames): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return writeContent(message.parts)
    case 'assistant':
      return message.parts.flatMap((part) => writeSpoken(part, names))
    case 'tool':
      return message.parts.map(writeResult)
    default:
      return message satisfies never
  }
}

function writeContent(parts: readonly (TextPart | FilePart)[]): readonly JsonObject[] {
  return parts.flatMap((part) => {
    if (part.type === 'file') return [{ ...writeFile(part), ...extrasFor(part, FORMAT_ID) }]
    return part.text === '' ? [] : [writeText(part)]
  })
}

function writeText(part: TextPart): JsonObject {
  const own = extrasFor(part, FORMAT_ID)
  return Object.hasOwn(own, 'type') ? own : { type: 'text', text: part.text, ...own }
}

function writeFile(part: FilePart): JsonObject {
  const source = fileSource(part)
  const title = part.name !== undefined && { title: part.name }
  if (source.kind === 'address') {
    const kind = part.mediaType.startsWith('image') ? 'image' : 'document'
    return { type: kind, source: { type: 'url', url: source.url }, ...(kind === 'document' && title) }
  }
  const { mediaType, base64 } = source
  const bytes = { type: 'base64', media_type: mediaType, data: base64 }
  if (mediaType.startsWith('image/')) return { type: 'image', source: bytes }
  if (mediaType === 'application/pdf') return { type: 'document', source: bytes, ...title }
  const text = mediaType.startsWith('text/') || mediaType === 'application/json' ? decodeText(base64) : undefined
  if (text === undefined) return { type: 'text', text: fileWords(part) }
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...title }
}

function writeSpoken(part: SpokenPart, names: ToolNames): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [writeText(part)]
    case 'reasoning':
      return writeReasoning(part)
    case 'tool-call':
      return [{ type: 'tool_use', id: part.id, name: names.toWire(part.name), input: part.input, ...extrasFor(part, FORMAT_ID) }]
    case 'broken-call':
      return []
    default:
      return part satisfies never
  }
}

/** Thoughts without this vendor's own proof would be refused. */
function writeReasoning(part: ReasoningPart): readonly JsonObject[] {
  const withheld = redactedProof.write(part.signature)
  if (withheld !== undefined) return [{ type: 'redacted_thinking', data: withheld }]
  const signature = thinkingProof.write(part.signature)
  return signature === undefined ? [] : [{ type: 'thinking', thinking: part.text, signature }]
}

function writeResult(result: ToolResult): JsonObject {
  const content = writeContent(resultContent(result))
  return {
    type: 'tool_result',
    tool_use_id: result.callId,
    ...(content.length > 0 && { content: plainContent(content) }),
    ...(result.outcome !== 'ok' && { is_error: true }),
    ...extrasFor(result, FORMAT_ID),
  }
}
