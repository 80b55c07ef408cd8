import { type JsonObject, present } from '../../canonical/json.ts'
import type { AnswerShape, ChatRequest, Message, Settings, ToolChoice, ToolSpec } from '../../canonical/message.ts'
import { type FilePart, plainText, type SpokenPart, type TextPart, type ToolCall, type ToolResult } from '../../canonical/part.ts'
import { closeOpenCalls } from '../request/close-open-calls.ts'
import { fileSource } from '../request/file-source.ts'
import { resultContent } from '../request/request-fields.ts'
import { type CallIdForm, createToolNames, rewriteCallIds, type ToolNames } from '../request/vendor-names.ts'
import { writeGenerateExtras } from './extras.ts'
import { NO_PROOF, thoughtProof } from './proofs.ts'

export const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/
const CALL_ID: CallIdForm = { accepts: /^[a-zA-Z0-9_-]{1,64}$/, mint: (seed) => `call_${seed}` }

/** More are refused. */
const MAX_STOPS = 5

/** Models that refuse a history in which a call lacks its proof. */
const DEMANDS_PROOF = /gemini-(?:[3-9]|\d\d)/

interface Writing {
  readonly names: ToolNames
  readonly demandsProof: boolean
}

/** Our request → theirs. The model belongs into the address and is left out. */
export function writeGenerateRequest(request: ChatRequest): JsonObject {
  const tools = request.tools ?? []
  const names = createToolNames(
    TOOL_NAME,
    tools.map((tool) => tool.name),
  )
  const writing: Writing = { names, demandsProof: DEMANDS_PROOF.test(request.model) }
  const history = rewriteCallIds(closeOpenCalls(request.messages), CALL_ID)
  const system = history.flatMap((message) => (message.role === 'system' ? message.parts : [])).filter((part) => part.text !== '')
  const extras = writeGenerateExtras(request)
  const settings = { ...extras.config, ...writeSettings(request.settings ?? {}), ...writeShape(request.shape) }
  return {
    ...extras.top,
    ...(system.length > 0 && { systemInstruction: { parts: system.map(writeText) } }),
    contents: history.flatMap((message) => writeMessage(message, writing)),
    ...(tools.length > 0 && {
      tools: [{ functionDeclarations: tools.map((tool) => writeTool(tool, names)) }],
      ...(request.toolChoice !== undefined && {
        toolConfig: { functionCallingConfig: writeToolChoice(request.toolChoice, names) },
      }),
    }),
    ...(Object.keys(settings).length > 0 && { generationConfig: settings }),
  }
}

function writeShape(shape: AnswerShape | undefined): JsonObject {
  if (!shape) return {}
  return { responseMimeType: 'application/json', ...(shape.schema && { responseJsonSchema: shape.schema }) }
}

function writeSettings({ temperature, topP, maxTokens, stop = [], seed }: Settings): JsonObject {
  const stopSequences = stop.length > 0 ? stop.slice(0, MAX_STOPS) : undefined
  return present({ temperature, topP, maxOutputTokens: maxTokens, stopSequences, seed })
}

export function leavesOut({ stop = [] }: Settings): readonly (keyof Settings)[] {
  return stop.length > MAX_STOPS ? ['stop'] : []
}

function writeTool(tool: ToolSpec, names: ToolNames): JsonObject {
  return { name: names.toWire(tool.name), description: tool.description, parametersJsonSchema: tool.parameters }
}

function writeToolChoice(choice: ToolChoice, names: ToolNames): JsonObject {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [names.toWire(choice.name)] }
  return { mode: { auto: 'AUTO', none: 'NONE', required: 'ANY' }[choice] }
}

function writeMessage(message: Message, writing: Writing): readonly JsonObject[] {
  if (message.role === 'system') return []
  const parts = writeParts(message, writing)
  return parts.length === 0 ? [] : [{ role: message.role === 'assistant' ? 'model' : 'user', parts }]
}

function writeParts(message: Exclude<Message, { role: 'system' }>, writing: Writing): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return message.parts.flatMap((part) => {
        if (part.type === 'file') return [writeFile(part)]
        return part.text === '' ? [] : [writeText(part)]
      })
    case 'assistant': {
      const first = message.parts.find((part) => part.type === 'tool-call')
      return message.parts.flatMap((part) => writeSpoken(part, writing, part === first))
    }
    case 'tool':
      return message.parts.map((result) => writeResult(result, writing.names))
    default:
      return message satisfies never
  }
}

function writeText(part: TextPart): JsonObject {
  return { text: part.text }
}

function writeFile(part: FilePart): JsonObject {
  const source = fileSource(part)
  const name = part.name !== undefined && { displayName: part.name }
  if (source.kind === 'address') return { fileData: { mimeType: addressType(part), fileUri: source.url, ...name } }
  return { inlineData: { mimeType: source.mediaType, data: source.base64, ...name } }
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
])

function addressType(part: FilePart): string {
  if (!part.mediaType.endsWith('/*')) return part.mediaType
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(part.data)?.[1] ?? ''
  return EXTENSIONS.get(extension.toLowerCase()) ?? 'image/jpeg'
}

function writeSpoken(part: SpokenPart, writing: Writing, firstCall: boolean): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [writeText(part)]
    case 'reasoning': {
      const proof = thoughtProof.write(part.signature)
      if (proof === undefined) return []
      return [{ text: part.text, ...(part.text !== '' && { thought: true }), thoughtSignature: proof }]
    }
    case 'tool-call':
      return [writeCall(part, writing, firstCall)]
    case 'broken-call':
      return []
    default:
      return part satisfies never
  }
}

/** Of calls made side by side only the first carries a proof. */
function writeCall(call: ToolCall, { names, demandsProof }: Writing, first: boolean): JsonObject {
  const proof = thoughtProof.write(call.signature) ?? (demandsProof && first ? NO_PROOF : undefined)
  return {
    functionCall: { id: call.id, name: names.toWire(call.name), args: call.input },
    ...(proof !== undefined && { thoughtSignature: proof }),
  }
}

function writeResult(result: ToolResult, names: ToolNames): JsonObject {
  const content = resultContent(result)
  const files = content.filter((part) => part.type === 'file')
  const text = plainText({ content: content.filter((part) => part.type === 'text') })
  return {
    functionResponse: {
      id: result.callId,
      name: names.toWire(result.name),
      response: result.outcome === 'ok' ? { output: result.data ?? text } : { error: text },
      ...(files.length > 0 && { parts: files.map(writeFile) }),
    },
  }
}
