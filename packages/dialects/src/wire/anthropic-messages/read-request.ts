import { isJsonObject, type JsonValue, present } from '../../canonical/json.ts'
import type { ChatRequest, Message, Settings, ToolChoice, ToolSpec } from '../../canonical/message.ts'
import type { FilePart, SpokenPart, TextPart, ToolResult } from '../../canonical/part.ts'
import { problemOf, say } from '../../canonical/words.ts'
import { readShape } from '../request/answer-shape.ts'
import { encodeText, fileFromAddress } from '../request/file-source.ts'
import { extrasOf, type FieldRules, isFilled, readExtras } from '../request/request-extras.ts'
import { Fields, readToolSpec } from '../request/request-fields.ts'
import { clientTool } from './client-tools.ts'
import { FORMAT_ID, redactedProof, thinkingProof } from './proofs.ts'

/** Their request → ours. Ids of messages are their positions: the format has none. */
export function readMessagesRequest(body: unknown): ChatRequest {
  const fields = new Fields(body, '')
  refuseThread(fields)
  const messages = readMessages(fields)
  const referred = referredTools(messages)
  const tools = fields.objects('tools').flatMap((tool) => readTool(tool, referred))
  const hosted = hostedTools(fields)
  const choice = fields.object('tool_choice')
  const toolChoice = choice && readToolChoice(choice)
  refuseHosted(toolChoice, hosted, fields)
  const parallelCalls = choice?.boolean('disable_parallel_tool_use') === true ? false : undefined
  const settings = readSettings(fields)
  const shape = readShape(fields.object('output_config')?.object('format') ?? fields.object('output_format'))
  const types = hosted.map((tool) => tool.text('type') ?? '')
  const lost = types.filter((type) => !type.startsWith(SEARCH))
  const extras = readExtras(body, RULES, new Set(lost.map((type) => `tools.${type}`)))
  return {
    model: fields.string('model'),
    messages: [...readSystem(fields), ...messages],
    ...(tools.length > 0 && { tools }),
    ...(lost.length < types.length && { findsTools: true }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(parallelCalls !== undefined && { parallelCalls }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(shape && { shape }),
    ...(extras && { extras }),
  }
}

/** `tool_search_tool_regex_20251119` and its like: the vendor looks for tools that are deferred. */
const SEARCH = 'tool_search_tool'

const RULES: FieldRules = {
  format: FORMAT_ID,
  read: ['model', 'messages', 'system', 'tools', 'tool_choice', 'max_tokens', 'temperature', 'top_p', 'stop_sequences', 'stream'],
  refused: { mcp_servers: isFilled, container: isFilled },
  shapes: { output_config: 'format', output_format: '' },
  lost: [{ lists: ['messages'], path: ['citations', 'enabled'], name: 'citations' }],
}

/** Nothing is kept between requests. The vendor's own client knows these details, and sends the whole conversation instead. */
function refuseThread(fields: Fields): void {
  if (fields.get('thread') === undefined) return
  throw fields.invalid('thread', 'must be absent: nothing is stored here, so send the whole conversation in `messages`', {
    error_code: 'thread_unsupported_request',
    unsupported: ['thread'],
  })
}

function readSettings(fields: Fields): Settings {
  const stop = fields.strings('stop_sequences')
  return present({
    temperature: fields.number('temperature'),
    topP: fields.number('top_p'),
    maxTokens: fields.number('max_tokens'),
    stop: stop && stop.length > 0 ? stop : undefined,
  })
}

/** Nothing where only the vendor runs it. */
function readTool(tool: Fields, referred: ReadonlySet<string>): readonly ToolSpec[] {
  const type = tool.text('type')
  const own = type === undefined || type === 'custom' ? undefined : clientTool(type)
  if (type !== undefined && type !== 'custom' && !own) return []
  const spec = own
    ? { ...own, ...readToolSpec(tool.with('description', own.description), 'input_schema', own.parameters) }
    : readToolSpec(tool, 'input_schema', tool.get('input_schema'))
  const deferred = tool.boolean('defer_loading') === true && !referred.has(spec.name)
  const extras = own ? tool.keysBut('name') : ['cache_control', 'strict', 'defer_loading']
  return [{ ...spec, ...extrasOf(tool, FORMAT_ID, extras), ...(deferred && { deferred: true as const }) }]
}

function hostedTools(fields: Fields): readonly Fields[] {
  return fields.objects('tools').filter((tool) => readTool(tool, new Set()).length === 0)
}

/** Who chooses a tool that nobody here can run would wait for it in vain. */
function refuseHosted(choice: ToolChoice | undefined, hosted: readonly Fields[], fields: Fields): void {
  const chosen = typeof choice === 'object' && hosted.find((tool) => tool.text('name') === choice.name)
  if (chosen)
    throw fields.invalid(
      'tool_choice',
      `names \`${chosen.text('name')}\` (\`${chosen.text('type')}\`), a tool that the vendor runs, which is not available here`,
    )
}

/** The tools that results refer to: a search found them. */
function referredTools(messages: readonly Message[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'tool') continue
    for (const { content } of message.parts) {
      for (const { extras } of content) {
        const name = extras?.fields['tool_name']
        if (typeof name === 'string') names.add(name)
      }
    }
  }
  return names
}

const cached = (block: Fields) => extrasOf(block, FORMAT_ID, ['cache_control'])

function readToolChoice(choice: Fields): ToolChoice {
  const type = choice.string('type')
  if (type === 'auto' || type === 'none') return type
  if (type === 'any') return 'required'
  if (type === 'tool') return { name: choice.string('name') }
  throw choice.invalid('type', 'must be "auto", "any", "tool" or "none"')
}

function readSystem(fields: Fields): readonly Message[] {
  const parts = readTexts(fields, 'system')
  return parts.length > 0 ? [{ role: 'system', id: 'system', parts }] : []
}

function readTexts(fields: Fields, key: string): readonly TextPart[] {
  const value = fields.get(key)
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }]
  return fields.objects(key).map((block) => ({ type: 'text', text: block.string('text'), ...cached(block) }))
}

function readMessages(fields: Fields): readonly Message[] {
  const names = new Map<string, string>()
  const messages = fields.objects('messages').flatMap((message, index): readonly Message[] => {
    const role = message.string('role')
    if (role === 'user') return readUser(message, `m${index}`, names)
    if (role === 'assistant')
      return [{ role, id: `m${index}`, parts: blocksOf(message).map((block) => readSpoken(block, names)) }]
    if (role === 'system') return [{ role, id: `m${index}`, parts: readTexts(message, 'content') }]
    throw message.invalid('role', 'must be user, assistant or system')
  })
  if (messages.length === 0) throw fields.invalid('messages', 'must hold at least one message')
  return messages
}

/** A plain string is one text block. */
function blocksOf(message: Fields, key = 'content'): readonly Fields[] {
  const content = message.get(key)
  if (typeof content !== 'string') return message.objects(key)
  return content === '' ? [] : [new Fields({ type: 'text', text: content }, message.path(key))]
}

function readUser(message: Fields, id: string, names: ReadonlyMap<string, string>): readonly Message[] {
  const results: ToolResult[] = []
  const parts: (TextPart | FilePart)[] = []
  for (const block of blocksOf(message)) {
    if (block.string('type') === 'tool_result') results.push(readResult(block, names))
    else parts.push(readContent(block))
  }
  return [
    ...(results.length > 0 ? [{ role: 'tool', id: `${id}:results`, parts: results } as const] : []),
    ...(parts.length > 0 || results.length === 0 ? [{ role: 'user', id, parts } as const] : []),
  ]
}

function readResult(block: Fields, names: ReadonlyMap<string, string>): ToolResult {
  const callId = block.string('tool_use_id')
  return {
    type: 'tool-result',
    callId,
    name: names.get(callId) ?? callId,
    outcome: block.boolean('is_error') === true ? 'error' : 'ok',
    content: blocksOf(block).map(readContent),
    ...cached(block),
  }
}

function readContent(block: Fields): TextPart | FilePart {
  const type = block.string('type')
  if (type === 'text') return { type: 'text', text: block.string('text'), ...cached(block) }
  if (type === 'image') return { ...readSource(block, 'image/*'), ...cached(block) }
  if (type === 'document') return { ...readSource(block, 'application/pdf'), ...cached(block) }
  if (type === 'tool_reference') {
    const name = block.string('tool_name')
    return {
      type: 'text',
      text: `The tool ${name} can be called now.`,
      ...extrasOf(block, FORMAT_ID, ['type', 'tool_name', 'cache_control']),
    }
  }
  if (type === 'search_result') return { type: 'text', text: searchResultText(block), ...cached(block) }
  throw block.invalid('type', 'must be text, image, document, search_result or tool_result')
}

function readSource(block: Fields, mediaType: string): FilePart {
  const source = block.object('source')
  if (!source) throw block.invalid('source', 'must say where the file is')
  const type = source.string('type')
  const title = block.text('title')
  const own = title === undefined || title === '' ? {} : { name: title }
  if (type === 'base64')
    return { type: 'file', mediaType: source.text('media_type') ?? mediaType, data: source.string('data'), ...own }
  if (type === 'url') return fileFromAddress(source.string('url'), mediaType, title)
  if (type === 'text') return { type: 'file', mediaType: 'text/plain', data: encodeText(source.string('data')), ...own }
  throw source.invalid('type', 'must be base64, url or text: a file that only the vendor holds cannot be passed on')
}

function searchResultText(block: Fields): string {
  const words = block.objects('content').map((piece) => piece.text('text') ?? '')
  return [block.text('title') ?? '', block.text('source') ?? '', ...words].filter((line) => line !== '').join('\n')
}

function readSpoken(block: Fields, names: Map<string, string>): SpokenPart {
  const type = block.string('type')
  if (type === 'text') return { type: 'text', text: block.string('text'), ...cached(block) }
  if (type === 'thinking') {
    const signature = block.text('signature')
    return {
      type: 'reasoning',
      text: block.text('thinking') ?? '',
      ...(signature && { signature: thinkingProof.read(signature) }),
    }
  }
  if (type === 'redacted_thinking') return { type: 'reasoning', text: '', signature: redactedProof.read(block.string('data')) }
  if (type !== 'tool_use') throw block.invalid('type', 'must be text, thinking, redacted_thinking or tool_use')
  const id = block.string('id')
  const name = block.string('name')
  names.set(id, name)
  const call = readCall(id, name, block.get('input') ?? {})
  return call.type === 'tool-call' ? { ...call, ...cached(block) } : call
}

function readCall(id: string, name: string, input: JsonValue): SpokenPart {
  if (isJsonObject(input)) return { type: 'tool-call', id, name, input }
  return {
    type: 'broken-call',
    id,
    name,
    source: JSON.stringify(input),
    ...problemOf(say('call.input-no-object')),
  }
}
