import { type JsonObject, type JsonValue, present } from '../../canonical/json.ts'
import type { AnswerShape, ChatRequest, Message, Settings, ToolChoice, ToolSpec } from '../../canonical/message.ts'
import { type FilePart, inputJson, plainText, type SpokenPart, type TextPart, type ToolResult } from '../../canonical/part.ts'
import { namedShape } from '../request/answer-shape.ts'
import { closeOpenCalls } from '../request/close-open-calls.ts'
import { fileAddress } from '../request/file-source.ts'
import { extrasFor } from '../request/request-extras.ts'
import { resultContent } from '../request/request-fields.ts'
import { type CallIdForm, createToolNames, rewriteCallIds, type ToolNames } from '../request/vendor-names.ts'
import { FORMAT_ID } from './read-request.ts'
import { SHARED_WORDS } from './shared-words.ts'

export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** The vendor refuses longer ids. */
const CALL_ID: CallIdForm = { accepts: /^[a-zA-Z0-9_-]{1,40}$/, mint: (seed) => `call_${seed}` }

/** More are refused by the vendor and by most that imitate it. */
const MAX_STOPS = 4

/** Our request → theirs. History is closed first: an unanswered call would be refused. */
export function writeChatRequest(request: ChatRequest): JsonObject {
  const tools = request.tools ?? []
  const names = createToolNames(
    TOOL_NAME,
    tools.map((tool) => tool.name),
  )
  const history = rewriteCallIds(closeOpenCalls(request.messages), CALL_ID)
  return {
    ...extrasFor(request, FORMAT_ID),
    model: request.model,
    messages: history.flatMap((message) => writeMessage(message, names)),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => writeTool(tool, names)),
      tool_choice: writeToolChoice(request.toolChoice ?? 'auto', names),
      ...(request.parallelCalls !== undefined && { parallel_tool_calls: request.parallelCalls }),
    }),
    ...(request.shape && { response_format: writeShape(request.shape) }),
    ...writeSettings(request.settings ?? {}),
  }
}

function writeShape(shape: AnswerShape): JsonObject {
  if (!shape.schema) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: namedShape(shape) }
}

function writeSettings({ temperature, topP, maxTokens, stop = [], seed }: Settings): JsonObject {
  const stops = stop.length > 0 ? stop.slice(0, MAX_STOPS) : undefined
  return present({ temperature, top_p: topP, max_tokens: maxTokens, stop: stops, seed })
}

export function leavesOut({ stop = [] }: Settings): readonly (keyof Settings)[] {
  return stop.length > MAX_STOPS ? ['stop'] : []
}

function writeTool(tool: ToolSpec, names: ToolNames): JsonObject {
  return {
    type: 'function',
    function: {
      name: names.toWire(tool.name),
      description: tool.description,
      parameters: tool.parameters,
      ...extrasFor(tool, FORMAT_ID, SHARED_WORDS),
    },
  }
}

function writeToolChoice(choice: ToolChoice, names: ToolNames): JsonValue {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: names.toWire(choice.name) } }
}

function writeMessage(message: Message, names: ToolNames): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: writeContent(message.parts, '\n\n'), ...extrasFor(message, FORMAT_ID) }]
    case 'user':
      return [{ role: 'user', content: writeContent(message.parts), ...extrasFor(message, FORMAT_ID) }]
    case 'assistant':
      return writeAssistant(message.parts, names).map((written) => ({ ...written, ...extrasFor(message, FORMAT_ID) }))
    case 'tool':
      return message.parts.map((result) => ({ role: 'tool', tool_call_id: result.callId, content: words(result) }))
    default:
      return message satisfies never
  }
}

function writeContent(parts: readonly (TextPart | FilePart)[], between = '\n'): JsonValue {
  const texts = parts.filter((part) => part.type === 'text')
  if (texts.length === parts.length && texts.every(({ extras }) => extras?.format !== FORMAT_ID))
    return texts.map((part) => part.text).join(between)
  return parts.map((part) =>
    part.type === 'text' ? { type: 'text', text: part.text, ...extrasFor(part, FORMAT_ID) } : writeFile(part),
  )
}

function writeFile(part: FilePart): JsonObject {
  if (part.mediaType.startsWith('image/'))
    return { type: 'image_url', image_url: { url: fileAddress(part), ...extrasFor(part, FORMAT_ID, SHARED_WORDS) } }
  if (part.mediaType.startsWith('audio/')) {
    return { type: 'input_audio', input_audio: { data: part.data, format: part.mediaType.slice('audio/'.length) } }
  }
  return { type: 'file', file: { filename: part.name ?? 'file', file_data: fileAddress(part) } }
}

/** Reasoning is not sent back: this format has no place for it, and servers that know one refuse or ignore it. */
function writeAssistant(parts: readonly SpokenPart[], names: ToolNames): readonly JsonObject[] {
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? [writeCall(part.id, names.toWire(part.name), inputJson(part))] : [],
  )
  if (content === '' && calls.length === 0) return []
  return [{ role: 'assistant', content: content === '' ? null : content, ...(calls.length > 0 && { tool_calls: calls }) }]
}

function writeCall(id: string, name: string, text: string): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } }
}

function words(result: ToolResult): string {
  return plainText({ content: resultContent(result) })
}
