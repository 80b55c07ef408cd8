import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import {
  type ChatRequest,
  deniedWords,
  type FilePart,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Message,
  type Settings,
  type SpokenPart,
  type ToolResult,
  wordsResult,
} from '@parley/dialects'
import { toSignature } from './proof.ts'

/** What an AI SDK model is called with → our request. Tools that only the vendor can run stay the vendor's. */
export function fromCallOptions(model: string, options: LanguageModelV4CallOptions): ChatRequest {
  const { toolChoice } = options
  const tools = (options.tools ?? []).flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, description: tool.description ?? '', parameters: asJson(tool.inputSchema) }]
      : [],
  )
  return {
    model,
    messages: options.prompt.map(fromMessage),
    tools,
    ...(toolChoice && { toolChoice: toolChoice.type === 'tool' ? { name: toolChoice.toolName } : toolChoice.type }),
    settings: settingsOf(options),
    ...shapeOf(options),
  }
}

function shapeOf({ responseFormat }: LanguageModelV4CallOptions): Pick<ChatRequest, 'shape'> {
  if (responseFormat?.type !== 'json') return {}
  const { type: _json, schema, ...named } = responseFormat
  return { shape: { ...named, ...(schema && { schema: asJson(schema) }) } }
}

function settingsOf(options: LanguageModelV4CallOptions): Settings {
  return {
    ...(options.maxOutputTokens !== undefined && { maxTokens: options.maxOutputTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.topP !== undefined && { topP: options.topP }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.stopSequences && { stop: options.stopSequences }),
  }
}

/** A schema or an input is plain data; whatever else stood in it would not survive the wire either. */
function asJson(value: unknown): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value ?? {}))
  return isJsonObject(copy) ? copy : {}
}

function fromMessage(message: LanguageModelV4Message, index: number): Message {
  const id = `m${index}`
  switch (message.role) {
    case 'system':
      return { role: 'system', id, parts: [{ type: 'text', text: message.content }] }
    case 'user':
      return {
        role: 'user',
        id,
        parts: message.content.map((part) => (part.type === 'text' ? { type: 'text', text: part.text } : fromFile(part))),
      }
    case 'assistant':
      return { role: 'assistant', id, parts: message.content.flatMap(fromSpoken) }
    case 'tool':
      return {
        role: 'tool',
        id,
        parts: message.content.flatMap((part) => (part.type === 'tool-result' ? [fromResult(part)] : [])),
      }
    default:
      return message satisfies never
  }
}

function fromFile({ mediaType, data, filename }: LanguageModelV4FilePart): FilePart {
  return { type: 'file', mediaType, data: fileText(data), ...(filename !== undefined && { name: filename }) }
}

function fileText(data: LanguageModelV4FilePart['data']): string {
  switch (data.type) {
    case 'url':
      return data.originalUrl ?? data.url.href
    case 'text':
      return btoa(String.fromCodePoint(...new TextEncoder().encode(data.text)))
    case 'data':
      return typeof data.data === 'string'
        ? data.data
        : btoa(Array.from(data.data, (byte) => String.fromCodePoint(byte)).join(''))
    case 'reference':
      return ''
    default:
      return data satisfies never
  }
}

type Spoken = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

function fromSpoken(part: Spoken): readonly SpokenPart[] {
  const proof = () => {
    const signature = 'providerOptions' in part ? toSignature(part.providerOptions) : undefined
    return signature === undefined ? {} : { signature }
  }
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...proof() }]
  if (part.type === 'tool-call')
    return [{ type: 'tool-call', id: part.toolCallId, name: part.toolName, input: asJson(part.input), ...proof() }]
  return []
}

function fromResult({ toolCallId, toolName, output }: LanguageModelV4ToolResultPart): ToolResult {
  const told = (outcome: ToolResult['outcome'], text: string, data?: JsonValue) =>
    wordsResult({ id: toolCallId, name: toolName }, outcome, text, data)
  switch (output.type) {
    case 'text':
      return told('ok', output.value)
    case 'json':
      return told('ok', JSON.stringify(output.value), plainValue(output.value))
    case 'error-text':
      return told('error', output.value)
    case 'error-json':
      return told('error', JSON.stringify(output.value))
    case 'execution-denied':
      return told('denied', deniedWords(output.reason))
    case 'content':
      return { ...told('ok', ''), content: output.value.flatMap(fromContent) }
    default:
      return output satisfies never
  }
}

type Content = Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'][number]

function fromContent(part: Content): ToolResult['content'] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  return part.type === 'file' ? [{ type: 'file', mediaType: part.mediaType, data: fileText(part.data) }] : []
}

function plainValue(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null))
}
