import { isJsonObject, present } from '../../canonical/json.ts'
import type { ChatRequest, Message, Settings, ToolChoice, ToolSpec } from '../../canonical/message.ts'
import type { FilePart, SpokenPart, TextPart, ToolResult } from '../../canonical/part.ts'
import { readShape } from '../request/answer-shape.ts'
import { callFrom } from '../request/call-input.ts'
import { freeformTool } from '../request/freeform-tools.ts'
import { extrasOf, type FieldRules, isAboveZero, isFilled, isTrue, readExtras } from '../request/request-extras.ts'
import { Fields, NO_PARAMETERS, readToolSpec } from '../request/request-fields.ts'

export const FORMAT_ID = 'openai-chat'

/** Their request → ours. Ids of messages are their positions: the format has none. */
export function readChatRequest(body: unknown): ChatRequest {
  const fields = new Fields(body, '')
  const messages = readMessages(fields)
  const { toolChoice, allowed } = readToolChoice(fields)
  const tools = fields
    .objects('tools')
    .map(readTool)
    .filter((tool) => allowed?.has(tool.name) ?? true)
  const parallelCalls = fields.boolean('parallel_tool_calls')
  const settings = readSettings(fields)
  const copies = fields.number('n') ?? 1
  if (!Number.isInteger(copies) || copies < 1) throw fields.invalid('n', 'must be a whole number from 1 on')
  const shape = readShape(fields.object('response_format'))
  const extras = readExtras(body, RULES)
  return {
    model: fields.string('model'),
    messages,
    ...(tools.length > 0 && { tools }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(parallelCalls !== undefined && { parallelCalls }),
    ...(copies > 1 && { copies }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(shape && { shape }),
    ...(extras && { extras }),
  }
}

const RULES: FieldRules = {
  format: FORMAT_ID,
  read: [
    'model',
    'messages',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'temperature',
    'top_p',
    'max_completion_tokens',
    'max_tokens',
    'stop',
    'seed',
    'n',
    'stream',
    'stream_options',
  ],
  refused: {
    logprobs: isTrue,
    top_logprobs: isAboveZero,
    audio: isFilled,
    modalities: (value) => Array.isArray(value) && value.some((one) => one !== 'text'),
    functions: isFilled,
    function_call: isFilled,
  },
  shapes: { response_format: '' },
  lost: [],
}

function readSettings(fields: Fields): Settings {
  const stop = fields.strings('stop')
  return present({
    temperature: fields.number('temperature'),
    topP: fields.number('top_p'),
    maxTokens: fields.number('max_completion_tokens') ?? fields.number('max_tokens'),
    stop: stop && stop.length > 0 ? stop : undefined,
    seed: fields.number('seed'),
  })
}

function readTool(tool: Fields): ToolSpec {
  const custom = tool.object('custom')
  if (custom) return readFreeform(custom)
  const spec = tool.object('function')
  if (!spec) throw tool.invalid('function', 'must describe the function; only function and custom tools are supported')
  return {
    ...readToolSpec(spec, 'parameters', spec.get('parameters') ?? NO_PARAMETERS),
    ...extrasOf(spec, FORMAT_ID, ['strict']),
  }
}

function readFreeform(custom: Fields): ToolSpec {
  const named = readToolSpec(custom, 'format', {})
  return { name: named.name, ...freeformTool(named, custom.object('format')?.object('grammar')) }
}

interface Choice {
  readonly toolChoice?: ToolChoice
  /** The only tools that may be called. Absent: all. */
  readonly allowed?: ReadonlySet<string>
}

function readToolChoice(fields: Fields): Choice {
  const choice = fields.get('tool_choice')
  if (choice === undefined) return {}
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { toolChoice: choice }
  const chosen = isJsonObject(choice) ? fields.object('tool_choice') : undefined
  const named = chosen && namedIn(chosen)
  if (named) return { toolChoice: { name: named.string('name') } }
  const allowed = chosen?.object('allowed_tools')
  if (!allowed) throw fields.invalid('tool_choice', 'must be "auto", "none", "required", a named tool or a list of allowed tools')
  const names = allowed.objects('tools').flatMap((tool) => namedIn(tool)?.string('name') ?? [])
  return { toolChoice: allowed.text('mode') === 'required' ? 'required' : 'auto', allowed: new Set(names) }
}

/** A function, or a tool whose input is a text. */
const namedIn = (tool: Fields): Fields | undefined => tool.object('function') ?? tool.object('custom')

function readMessages(fields: Fields): readonly Message[] {
  const messages: Message[] = []
  const names = new Map<string, string>()
  let results: ToolResult[] = []
  for (const [index, message] of fields.objects('messages').entries()) {
    const id = `m${index}`
    const role = message.string('role')
    const own = extrasOf(message, FORMAT_ID, ['name'])
    if (role === 'system' || role === 'developer') messages.push({ role: 'system', id, parts: textsOf(message), ...own })
    else if (role === 'user') messages.push({ role: 'user', id, parts: readContent(message), ...own })
    else if (role === 'assistant') messages.push({ role: 'assistant', id, parts: readSpoken(message, names), ...own })
    else if (role === 'tool' || role === 'function') results = addResult(messages, results, id, readResult(message, names))
    else throw message.invalid('role', 'must be system, developer, user, assistant or tool')
  }
  if (messages.length === 0) throw fields.invalid('messages', 'must hold at least one message')
  return messages
}

function textsOf(message: Fields): readonly TextPart[] {
  return readContent(message).filter((part) => part.type === 'text')
}

function readContent(message: Fields): readonly (TextPart | FilePart)[] {
  const content = message.get('content')
  if (content === undefined) return []
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return message.objects('content').flatMap(readContentPart)
}

/** Not the vendor's own word, but of gateways that speak its format for models of others. */
const CACHED = ['cache_control']

function readContentPart(part: Fields): readonly (TextPart | FilePart)[] {
  const type = part.string('type')
  if (type === 'text' || type === 'input_text' || type === 'output_text')
    return [{ type: 'text', text: part.string('text'), ...extrasOf(part, FORMAT_ID, CACHED) }]
  if (type === 'refusal') return [{ type: 'text', text: part.string('refusal') }]
  if (type === 'image_url') return [imagePart(part)]
  if (type === 'file') {
    const file = part.object('file')
    const name = file?.text('filename')
    return [{ type: 'file', mediaType: 'application/octet-stream', data: file?.text('file_data') ?? '', ...(name && { name }) }]
  }
  if (type === 'input_audio') {
    const audio = part.object('input_audio')
    return [{ type: 'file', mediaType: `audio/${audio?.text('format') ?? 'wav'}`, data: audio?.text('data') ?? '' }]
  }
  throw part.invalid('type', 'must be text, image_url, input_audio or file')
}

function imagePart(part: Fields): FilePart {
  const image = part.get('image_url')
  const url = typeof image === 'string' ? image : part.object('image_url')?.string('url')
  if (url === undefined) throw part.invalid('image_url', 'must hold a url')
  const mediaType = /^data:([^;,]+)/.exec(url)?.[1] ?? 'image/*'
  const detail = typeof image === 'string' ? {} : extrasOf(new Fields(image, part.path('image_url')), FORMAT_ID, ['detail'])
  return { type: 'file', mediaType, data: url, ...detail }
}

function readSpoken(message: Fields, names: Map<string, string>): readonly SpokenPart[] {
  const parts: SpokenPart[] = []
  const reasoning = message.text('reasoning_content') ?? message.text('reasoning')
  if (reasoning) parts.push({ type: 'reasoning', text: reasoning })
  for (const part of textsOf(message)) parts.push(part)
  const refusal = message.text('refusal')
  if (refusal) parts.push({ type: 'text', text: refusal })
  for (const call of message.objects('tool_calls')) parts.push(readCall(call, names))
  return parts
}

function readCall(call: Fields, names: Map<string, string>): SpokenPart {
  const target = namedIn(call)
  if (!target) throw call.invalid('function', 'must hold the name and the arguments')
  const id = call.string('id')
  const name = target.string('name')
  names.set(id, name)
  if (call.object('custom')) return { type: 'tool-call', id, name, input: { input: target.text('input') ?? '' } }
  const text = target.get('arguments') ?? ''
  return callFrom(id, name, typeof text === 'string' ? text : JSON.stringify(text))
}

function readResult(message: Fields, names: ReadonlyMap<string, string>): ToolResult {
  const callId = message.text('tool_call_id') ?? message.text('name') ?? ''
  const name = message.text('name') ?? names.get(callId) ?? callId
  return { type: 'tool-result', callId, name, outcome: 'ok', content: readContent(message) }
}

/** Consecutive results answer one assistant message, so they share one tool message. */
function addResult(messages: Message[], open: ToolResult[], id: string, result: ToolResult): ToolResult[] {
  if (messages.at(-1)?.role === 'tool') {
    open.push(result)
    return open
  }
  const parts = [result]
  messages.push({ role: 'tool', id, parts })
  return parts
}
