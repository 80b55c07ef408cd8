import { isJsonObject, present } from '../../canonical/json.ts'
import type { ChatRequest, Message, Settings, ToolChoice, ToolSpec } from '../../canonical/message.ts'
import type { FilePart, SpokenPart, TextPart, ToolResult } from '../../canonical/part.ts'
import { readShape } from '../request/answer-shape.ts'
import { callFrom } from '../request/call-input.ts'
import { fileFromAddress } from '../request/file-source.ts'
import { extrasOf, type FieldRules, isAboveZero, isTrue, readExtras } from '../request/request-extras.ts'
import { Fields, invalidField } from '../request/request-fields.ts'
import { FORMAT_ID, reasoningProof } from './proofs.ts'
import { flatName, readTools, SEARCH } from './tools.ts'

/** Their request → ours. Ids of messages are their positions. */
export function readResponsesRequest(body: unknown): ChatRequest {
  const fields = new Fields(body, '')
  refuseMemory(fields)
  refuseProbabilities(fields)
  const { tools: listed, hosted } = readTools([...fields.objects('tools'), ...laterTools(fields)])
  const loaded = new Set(readTools(laterTools(fields)).tools.map(({ name }) => name))
  const choice = readToolChoice(fields, listed)
  const tools = uniqueTools(listed)
    .filter((tool) => choice.allowed?.has(tool.name) ?? true)
    .map((tool) => (loaded.has(tool.name) ? told(tool) : tool))
  const parallelCalls = fields.boolean('parallel_tool_calls')
  const settings = readSettings(fields)
  const shape = readShape(fields.object('text')?.object('format'))
  const lost = hosted.filter((type) => type !== SEARCH)
  const extras = readExtras(body, RULES, new Set(lost.map((type) => `tools.${type}`)))
  return {
    model: fields.string('model'),
    messages: [...readInstructions(fields), ...readInput(fields)],
    ...(tools.length > 0 && { tools }),
    ...(lost.length < hosted.length && { findsTools: true }),
    ...(choice.toolChoice !== undefined && { toolChoice: choice.toolChoice }),
    ...(parallelCalls !== undefined && { parallelCalls }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(shape && { shape }),
    ...(extras && { extras }),
  }
}

const RULES: FieldRules = {
  format: FORMAT_ID,
  read: [
    'model',
    'input',
    'instructions',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'temperature',
    'top_p',
    'max_output_tokens',
    'stream',
    'stream_options',
    'store',
  ],
  refused: { background: isTrue, top_logprobs: isAboveZero },
  shapes: { text: 'format' },
  lost: [],
}

/** Nothing is kept between requests, so what refers to an earlier one cannot be found. */
function refuseMemory(fields: Fields): void {
  for (const key of ['previous_response_id', 'conversation', 'prompt']) {
    if (fields.get(key) !== undefined)
      throw fields.invalid(key, 'must be absent: nothing is stored here, so send the whole conversation in `input`')
  }
}

/** All else that can be included belongs to tools that the vendor runs, or is passed on. */
function refuseProbabilities(fields: Fields): void {
  if (fields.strings('include')?.includes('message.output_text.logprobs'))
    throw fields.invalid(
      'include',
      'asks for `message.output_text.logprobs`, which this gateway cannot pass on, so it must be left out',
    )
}

function readSettings(fields: Fields): Settings {
  return present({
    temperature: fields.number('temperature'),
    topP: fields.number('top_p'),
    maxTokens: fields.number('max_output_tokens'),
  })
}

/** Tools that came while the conversation went on: those that a search found, and those that were handed in. */
function laterTools(fields: Fields): readonly Fields[] {
  if (!Array.isArray(fields.get('input'))) return []
  return fields
    .objects('input')
    .filter((item) => item.get('type') === 'tool_search_output' || item.get('type') === 'additional_tools')
    .flatMap((item) => item.objects('tools'))
}

/** Of two with one name, the later is the one that was loaded. */
function uniqueTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()]
}

function told({ deferred: _no, ...tool }: ToolSpec): ToolSpec {
  return tool
}

interface Choice {
  readonly toolChoice?: ToolChoice
  /** The only tools that may be called. Absent: all. */
  readonly allowed?: ReadonlySet<string>
}

function readToolChoice(fields: Fields, tools: readonly ToolSpec[]): Choice {
  const value = fields.get('tool_choice')
  if (value === undefined) return {}
  if (value === 'auto' || value === 'none' || value === 'required') return { toolChoice: value }
  const choice = isJsonObject(value) ? fields.object('tool_choice') : undefined
  const type = choice?.text('type')
  if (choice && type === 'allowed_tools') {
    const allowed = new Set(choice.objects('tools').flatMap((tool) => toolNamed(tool, tools) ?? []))
    return { toolChoice: choice.text('mode') === 'required' ? 'required' : 'auto', allowed }
  }
  const name = choice && toolNamed(choice, tools)
  if (name !== undefined) return { toolChoice: { name } }
  if (choice && type !== undefined)
    throw fields.invalid('tool_choice', `names \`${type}\`, a tool that the vendor runs, which is not available here`)
  throw fields.invalid('tool_choice', 'must be "auto", "none", "required", a named function or a list of allowed functions')
}

/** The tool that a choice means, by the name that models are told. Undefined: one that only the vendor runs. */
function toolNamed(choice: Fields, tools: readonly ToolSpec[]): string | undefined {
  const type = choice.string('type')
  if (type === SEARCH) return tools.find(({ known }) => known?.kind === 'search')?.name
  if (type !== 'function' && type !== 'custom') return undefined
  const flat = flatName(choice.string('name'), choice.text('namespace'))
  return (tools.find(({ name }) => name === flat) ?? tools.find(({ known }) => known?.name === flat))?.name ?? flat
}

function readInstructions(fields: Fields): readonly Message[] {
  const text = fields.text('instructions')
  return text ? [{ role: 'system', id: 'instructions', parts: [{ type: 'text', text }] }] : []
}

function readInput(fields: Fields): readonly Message[] {
  const input = fields.get('input')
  if (typeof input === 'string') return [{ role: 'user', id: 'm0', parts: [{ type: 'text', text: input }] }]
  const transcript: Transcript = { messages: [], names: new Map() }
  for (const [index, item] of fields.objects('input').entries()) readItem(item, `m${index}`, transcript)
  if (transcript.messages.length === 0) throw fields.invalid('input', 'must hold at least one message')
  return transcript.messages
}

interface Transcript {
  readonly messages: Message[]
  /** Call id → name, because a result carries only the id. */
  readonly names: Map<string, string>
  /** The parts of the last message, while more may join it. */
  open?: { readonly role: 'assistant'; readonly parts: SpokenPart[] } | { readonly role: 'tool'; readonly parts: ToolResult[] }
}

function readItem(item: Fields, id: string, transcript: Transcript): void {
  const type = item.text('type') ?? 'message'
  if (type === 'message') return readMessage(item, id, transcript)
  if (type === 'function_call') return addSpoken(transcript, id, [readCall(item, transcript.names)])
  if (type === 'reasoning') return addSpoken(transcript, id, [readReasoning(item)])
  if (type === 'custom_tool_call' || type === 'tool_search_call')
    return addSpoken(transcript, id, [readOtherCall(item, type, transcript.names)])
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return addResult(transcript, id, item, 'output')
  if (type === 'tool_search_output') return addResult(transcript, id, item.with('output', foundTools(item)), 'output')
  if (type === 'additional_tools') return
  throw item.invalid('type', 'must be message, reasoning, function_call or function_call_output')
}

function readMessage(item: Fields, id: string, transcript: Transcript): void {
  const role = item.string('role')
  const parts = readContent(item, 'content')
  const texts = parts.filter((part) => part.type === 'text')
  if (role === 'assistant') return addSpoken(transcript, id, texts)
  delete transcript.open
  if (role === 'user') transcript.messages.push({ role, id, parts })
  else if (role === 'system' || role === 'developer') transcript.messages.push({ role: 'system', id, parts: texts })
  else throw item.invalid('role', 'must be user, assistant, system or developer')
}

/** What the model said piece by piece between two turns of others is one message. */
function addSpoken(transcript: Transcript, id: string, parts: readonly SpokenPart[]): void {
  const { open } = transcript
  if (open?.role === 'assistant') for (const part of parts) open.parts.push(part)
  else {
    transcript.open = { role: 'assistant', parts: [...parts] }
    transcript.messages.push({ ...transcript.open, id })
  }
}

function addResult(transcript: Transcript, id: string, item: Fields, key: string): void {
  const callId = item.string('call_id')
  const name = transcript.names.get(callId) ?? item.text('name') ?? callId
  const result: ToolResult = { type: 'tool-result', callId, name, outcome: 'ok', content: readContent(item, key) }
  if (transcript.open?.role === 'tool') return void transcript.open.parts.push(result)
  transcript.open = { role: 'tool', parts: [result] }
  transcript.messages.push({ ...transcript.open, id })
}

function readCall(item: Fields, names: Map<string, string>): SpokenPart {
  const id = item.string('call_id')
  const name = flatName(item.string('name'), item.text('namespace'))
  names.set(id, name)
  return callFrom(id, name, item.text('arguments') ?? '')
}

function readOtherCall(item: Fields, type: string, names: Map<string, string>): SpokenPart {
  const id = item.string('call_id')
  const search = type === 'tool_search_call'
  const name = search ? SEARCH : flatName(item.string('name'), item.text('namespace'))
  names.set(id, name)
  const input = search ? (item.get('arguments') ?? {}) : { input: item.text('input') ?? '' }
  return { type: 'tool-call', id, name, input: isJsonObject(input) ? input : {} }
}

function foundTools(item: Fields): string {
  const names = readTools(item.objects('tools')).tools.map(({ name }) => name)
  return names.length === 0 ? 'No tool was found.' : `These tools can be called now: ${names.join(', ')}`
}

function readReasoning(item: Fields): SpokenPart {
  const texts = [...item.objects('summary'), ...item.objects('content')].map((piece) => piece.text('text') ?? '')
  const proof = item.text('encrypted_content')
  return { type: 'reasoning', text: texts.join('\n\n'), ...(proof && { signature: reasoningProof.read(proof) }) }
}

function readContent(item: Fields, key: string): readonly (TextPart | FilePart)[] {
  const content = item.get(key)
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return item.objects(key).map(readPart)
}

function readPart(part: Fields): TextPart | FilePart {
  const type = part.string('type')
  if (type === 'input_text' || type === 'output_text' || type === 'text') return { type: 'text', text: part.string('text') }
  if (type === 'refusal') return { type: 'text', text: part.string('refusal') }
  if (type === 'input_image')
    return { ...fileFromAddress(addressOf(part, ['image_url']), 'image/*'), ...extrasOf(part, FORMAT_ID, ['detail']) }
  if (type === 'input_file')
    return fileFromAddress(addressOf(part, ['file_data', 'file_url']), 'application/pdf', part.text('filename'))
  throw part.invalid('type', 'must be input_text, input_image, input_file or output_text')
}

function addressOf(part: Fields, keys: readonly string[]): string {
  const found = keys.map((key) => part.text(key)).find((value) => value !== undefined)
  if (found !== undefined) return found
  throw invalidField(part.path(keys[0] ?? ''), 'must hold the file: one that only the vendor holds cannot be passed on')
}
