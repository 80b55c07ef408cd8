import { isJsonObject, type JsonObject, type JsonValue, present } from '../../canonical/json.ts'
import type { ChatRequest, Message, Settings, ToolSpec } from '../../canonical/message.ts'
import { type FilePart, inputJson, type SpokenPart, type TextPart } from '../../canonical/part.ts'
import { SHARED_WORDS } from '../openai-chat/shared-words.ts'
import { namedShape } from '../request/answer-shape.ts'
import { closeOpenCalls } from '../request/close-open-calls.ts'
import { fileAddress } from '../request/file-source.ts'
import { extrasFor } from '../request/request-extras.ts'
import { resultContent } from '../request/request-fields.ts'
import { type CallIdForm, createToolNames, rewriteCallIds, type ToolNames } from '../request/vendor-names.ts'
import { FORMAT_ID, reasoningProof } from './proofs.ts'

export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const CALL_ID: CallIdForm = { accepts: /^[a-zA-Z0-9_-]{1,64}$/, mint: (seed) => `call_${seed}` }

/** Models that think, and so have proofs to give; the others refuse to be asked for them. */
const THINKS = /^(?:o[1-9]|gpt-[5-9](?!.*chat)|codex)/

/** Our request → theirs. Nothing is stored at the vendor: the conversation is the state. */
export function writeResponsesRequest(request: ChatRequest): JsonObject {
  const tools = request.tools ?? []
  const names = createToolNames(
    TOOL_NAME,
    tools.map((tool) => tool.name),
  )
  const history = rewriteCallIds(closeOpenCalls(request.messages), CALL_ID)
  const body = history.findIndex((message) => message.role !== 'system')
  const head = body === -1 ? history : history.slice(0, body)
  const instructions = head
    .flatMap((message) => (message.role === 'system' ? message.parts.map((part) => part.text) : []))
    .join('\n\n')
  return {
    ...extrasFor(request, FORMAT_ID),
    model: request.model,
    ...(instructions !== '' && { instructions }),
    input: history.slice(head.length).flatMap((message) => writeMessage(message, names)),
    ...(tools.length > 0 && { tools: tools.map((tool) => writeTool(tool, names)), ...writeToolChoice(request, names) }),
    ...writeShape(request),
    ...writeSettings(request.settings ?? {}),
    store: false,
    ...writeInclude(request),
  }
}

function writeInclude(request: ChatRequest): JsonObject {
  const { include } = extrasFor(request, FORMAT_ID)
  const asked = Array.isArray(include) ? include : []
  const all = new Set([...asked, ...(THINKS.test(request.model) ? ['reasoning.encrypted_content'] : [])])
  return all.size > 0 ? { include: [...all] } : {}
}

function writeToolChoice({ toolChoice, parallelCalls }: ChatRequest, names: ToolNames): JsonObject {
  return {
    ...(toolChoice !== undefined && {
      tool_choice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', name: names.toWire(toolChoice.name) },
    }),
    ...(parallelCalls !== undefined && { parallel_tool_calls: parallelCalls }),
  }
}

/** How talkative the answer is stands beside its shape. */
function writeShape(request: ChatRequest): JsonObject {
  const { shape } = request
  if (!shape) return {}
  const { text } = extrasFor(request, FORMAT_ID)
  const format = shape.schema ? { type: 'json_schema', ...namedShape(shape) } : { type: 'json_object' }
  return { text: { ...(isJsonObject(text) && text), format } }
}

/** The format has no stop sequences and no seed. */
function writeSettings({ temperature, topP, maxTokens }: Settings): JsonObject {
  return present({ temperature, top_p: topP, max_output_tokens: maxTokens })
}

export function leavesOut({ stop = [], seed }: Settings): readonly (keyof Settings)[] {
  return [...(stop.length > 0 ? (['stop'] as const) : []), ...(seed !== undefined ? (['seed'] as const) : [])]
}

/** Strictness is the vendor's default and would refuse most schemas. */
function writeTool(tool: ToolSpec, names: ToolNames): JsonObject {
  return {
    type: 'function',
    name: names.toWire(tool.name),
    description: tool.description,
    parameters: tool.parameters,
    strict: false,
    ...extrasFor(tool, FORMAT_ID, SHARED_WORDS),
  }
}

function writeMessage(message: Message, names: ToolNames): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'developer', content: message.parts.map((part) => part.text).join('\n\n') }]
    case 'user':
      return message.parts.length === 0 ? [] : [{ role: 'user', content: writeContent(message.parts) }]
    case 'assistant':
      return message.parts.flatMap((part) => writeSpoken(part, names))
    case 'tool':
      return message.parts.map((result) => ({
        type: 'function_call_output',
        call_id: result.callId,
        output: writeContent(resultContent(result)),
      }))
    default:
      return message satisfies never
  }
}

function writeContent(parts: readonly (TextPart | FilePart)[]): JsonValue {
  if (parts.every((part) => part.type === 'text')) return parts.map((part) => part.text).join('\n')
  return parts.map((part) => (part.type === 'text' ? { type: 'input_text', text: part.text } : writeFile(part)))
}

function writeFile(part: FilePart): JsonObject {
  const address = fileAddress(part)
  if (part.mediaType.startsWith('image'))
    return { type: 'input_image', image_url: address, detail: 'auto', ...extrasFor(part, FORMAT_ID, SHARED_WORDS) }
  if (/^https?:/i.test(address)) return { type: 'input_file', file_url: address }
  return { type: 'input_file', filename: part.name ?? 'file', file_data: address }
}

function writeSpoken(part: SpokenPart, names: ToolNames): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return part.text === ''
        ? []
        : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part.text, annotations: [] }] }]
    case 'reasoning': {
      const proof = reasoningProof.write(part.signature)
      return proof === undefined ? [] : [{ type: 'reasoning', summary: summaryOf(part.text), encrypted_content: proof }]
    }
    case 'tool-call':
      return [{ type: 'function_call', call_id: part.id, name: names.toWire(part.name), arguments: inputJson(part) }]
    case 'broken-call':
      return []
    default:
      return part satisfies never
  }
}

export function summaryOf(text: string): readonly JsonObject[] {
  return text === '' ? [] : [{ type: 'summary_text', text }]
}
