import { isJsonObject, type JsonObject, type JsonValue, present } from '../../canonical/json.ts'
import type { AnswerShape, ChatRequest, Message, Settings, ToolChoice, ToolSpec } from '../../canonical/message.ts'
import type { FilePart, SpokenPart, TextPart, ToolResult } from '../../canonical/part.ts'
import { Fields, NO_PARAMETERS, readToolSpec } from '../request/request-fields.ts'
import { readGenerateExtras } from './extras.ts'
import { withPlainNames } from './plain-names.ts'
import { NO_PROOF, thoughtProof } from './proofs.ts'

/** Their request → ours. The model stands in the address, so it is empty unless the body names it. Ids are positions. */
export function readGenerateRequest(body: unknown): ChatRequest {
  const document = withPlainNames(body)
  const fields = new Fields(document, '')
  const config = fields.object('generationConfig')
  const choice = readToolChoice(fields)
  const tools = readTools(fields).filter((tool) => choice.allowed?.has(tool.name) ?? true)
  const settings = readSettings(config)
  const shape = config && readAnswerShape(config)
  const extras = readGenerateExtras(document)
  return {
    model: (fields.text('model') ?? '').replace(/^models\//, ''),
    messages: [...readSystem(fields), ...readContents(fields)],
    ...(tools.length > 0 && { tools }),
    ...(choice.toolChoice !== undefined && { toolChoice: choice.toolChoice }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(shape && { shape }),
    ...(extras && { extras }),
  }
}

const JSON_TYPE = 'application/json'

function readAnswerShape(config: Fields): AnswerShape | undefined {
  const type = config.text('responseMimeType') ?? 'text/plain'
  const schema = config.get('responseJsonSchema') ?? plainSchema(config.get('responseSchema') ?? null)
  if (schema !== null && !isJsonObject(schema)) throw config.invalid('responseSchema', 'must be a JSON Schema object')
  if (type === JSON_TYPE) return schema === null ? {} : { schema }
  if (type !== 'text/plain') throw config.invalid('responseMimeType', `must be text/plain or ${JSON_TYPE}`)
  if (schema !== null) throw config.invalid('responseMimeType', `must be ${JSON_TYPE} where there is a schema`)
  return undefined
}

function readSettings(config: Fields | undefined): Settings {
  const stop = config?.strings('stopSequences')
  return present({
    temperature: config?.number('temperature'),
    topP: config?.number('topP'),
    maxTokens: config?.number('maxOutputTokens'),
    stop: stop && stop.length > 0 ? stop : undefined,
    seed: config?.number('seed'),
  })
}

function readTools(fields: Fields): readonly ToolSpec[] {
  return fields.objects('tools').flatMap((group) => {
    const declarations = group.objects('functionDeclarations')
    if (declarations.length === 0)
      throw group.invalid('functionDeclarations', 'must declare functions: tools that the vendor runs are not available here')
    return declarations.map(readTool)
  })
}

function readTool(tool: Fields): ToolSpec {
  const parameters = tool.get('parametersJsonSchema') ?? plainSchema(tool.get('parameters') ?? NO_PARAMETERS)
  return readToolSpec(tool, 'parameters', parameters)
}

/** Their own schema dialect shouts its types: `"type": "STRING"`. */
function plainSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(plainSchema)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : plainSchema(value),
    ]),
  )
}

interface Choice {
  readonly toolChoice?: ToolChoice
  /** The only tools that may be called. Absent: all. */
  readonly allowed?: ReadonlySet<string>
}

function readToolChoice(fields: Fields): Choice {
  const config = fields.object('toolConfig')?.object('functionCallingConfig')
  const mode = config?.text('mode')
  if (!config || mode === undefined) return {}
  const names = config.strings('allowedFunctionNames') ?? []
  const [only] = names
  if (mode === 'NONE') return { toolChoice: 'none' }
  if (mode === 'AUTO' || mode === 'VALIDATED') return { toolChoice: 'auto' }
  if (mode !== 'ANY') throw config.invalid('mode', 'must be AUTO, ANY, VALIDATED or NONE')
  if (names.length === 1 && only !== undefined) return { toolChoice: { name: only } }
  return { toolChoice: 'required', ...(names.length > 0 && { allowed: new Set(names) }) }
}

function readSystem(fields: Fields): readonly Message[] {
  const parts = fields.object('systemInstruction')?.objects('parts') ?? []
  const texts = parts.map((part): TextPart => ({ type: 'text', text: part.string('text') })).filter((part) => part.text !== '')
  return texts.length > 0 ? [{ role: 'system', id: 'system', parts: texts }] : []
}

interface OpenCall {
  readonly id: string
  readonly name: string
  answered: boolean
}

/** Ids are often missing: then calls are numbered, and a result belongs to the oldest open call of its name. */
interface Transcript {
  /** The calls of the last model turn, by id and by name. */
  byId: Map<string, OpenCall>
  byName: Map<string, { readonly calls: OpenCall[]; next: number }>
  count: number
}

function openCall(transcript: Transcript, given: string | undefined, name: string): OpenCall {
  const call = { id: given || `call_${++transcript.count}`, name, answered: false }
  transcript.byId.set(call.id, call)
  const named = transcript.byName.get(name)
  if (named) named.calls.push(call)
  else transcript.byName.set(name, { calls: [call], next: 0 })
  return call
}

function answeredCall(transcript: Transcript, given: string | undefined, name: string): OpenCall | undefined {
  const call = given ? transcript.byId.get(given) : nextOfName(transcript, name)
  if (call) call.answered = true
  return call
}

function nextOfName(transcript: Transcript, name: string): OpenCall | undefined {
  const named = transcript.byName.get(name)
  while (named?.calls[named.next]?.answered) named.next++
  return named?.calls[named.next]
}

function readContents(fields: Fields): readonly Message[] {
  const transcript: Transcript = { byId: new Map(), byName: new Map(), count: 0 }
  const messages = fields.objects('contents').flatMap((content, index) => readContent(content, `m${index}`, transcript))
  if (messages.length === 0) throw fields.invalid('contents', 'must hold at least one message')
  return messages
}

function readContent(content: Fields, id: string, transcript: Transcript): readonly Message[] {
  const role = content.text('role') ?? 'user'
  const parts = content.objects('parts')
  if (role === 'model') {
    transcript.byId = new Map()
    transcript.byName = new Map()
    return [{ role: 'assistant', id, parts: parts.flatMap((part) => readSpoken(part, transcript)) }]
  }
  if (role !== 'user' && role !== 'function') throw content.invalid('role', 'must be user or model')
  const results = parts.filter(isResult).map((part) => readResult(part, transcript))
  const said = parts.filter((part) => !isResult(part)).map(readPart)
  return [
    ...(results.length > 0 ? [{ role: 'tool', id: `${id}:results`, parts: results } as const] : []),
    ...(said.length > 0 || results.length === 0 ? [{ role: 'user', id, parts: said } as const] : []),
  ]
}

function isResult(part: Fields): boolean {
  return part.get('functionResponse') !== undefined
}

function readPart(part: Fields): TextPart | FilePart {
  const text = part.text('text')
  if (text !== undefined) return { type: 'text', text }
  const inline = part.object('inlineData')
  if (inline) return filePart(inline, inline.string('data'))
  const stored = part.object('fileData')
  if (stored) return filePart(stored, stored.string('fileUri'))
  throw part.invalid('text', 'must be there, or `inlineData`, `fileData` or a function part')
}

function filePart(source: Fields, data: string): FilePart {
  const name = source.text('displayName')
  return {
    type: 'file',
    mediaType: source.text('mimeType') ?? 'application/octet-stream',
    data,
    ...(name !== undefined && { name }),
  }
}

/** A proof on plain text becomes a thought of its own without words, because text has no place for it. */
function readSpoken(part: Fields, transcript: Transcript): readonly SpokenPart[] {
  const proof = part.text('thoughtSignature')
  const signature = proof && proof !== NO_PROOF ? { signature: thoughtProof.read(proof) } : {}
  const call = part.object('functionCall')
  if (call) return [{ ...readCall(call, transcript), ...signature }]
  const said = readPart(part)
  if (said.type === 'file') return [{ type: 'text', text: `[file ${said.name ?? said.mediaType}]` }]
  if (part.boolean('thought') === true) return [{ type: 'reasoning', text: said.text, ...signature }]
  return [
    ...(said.text === '' ? [] : [said]),
    ...('signature' in signature ? [{ type: 'reasoning', text: '', ...signature } as const] : []),
  ]
}

function readCall(call: Fields, transcript: Transcript): Extract<SpokenPart, { type: 'tool-call' }> {
  const input = call.get('args') ?? {}
  if (!isJsonObject(input)) throw call.invalid('args', 'must be an object')
  const { id, name } = openCall(transcript, call.text('id'), call.string('name'))
  return { type: 'tool-call', id, name, input }
}

function readResult(part: Fields, transcript: Transcript): ToolResult {
  const answer = part.object('functionResponse')
  if (!answer) throw part.invalid('functionResponse', 'must be an object')
  const name = answer.string('name')
  const given = answer.text('id')
  const call = answeredCall(transcript, given, name)
  const response = answer.get('response') ?? {}
  if (!isJsonObject(response)) throw answer.invalid('response', 'must be an object')
  const files = answer.objects('parts').map(readPart)
  const read = readResponse(response)
  return {
    type: 'tool-result',
    callId: call?.id ?? (given || name),
    name: call?.name ?? name,
    ...read,
    content: [...read.content, ...files],
  }
}

/** `output` and `error` are the vendor's own words; any other object is the output as a whole. */
function readResponse(response: JsonObject): Pick<ToolResult, 'outcome' | 'content' | 'data'> {
  const keys = Object.keys(response)
  const [key] = keys.length === 1 ? keys : []
  const outcome = key === 'error' ? 'error' : 'ok'
  const value = key === 'output' || key === 'error' ? response[key] : response
  if (typeof value === 'string') return { outcome, content: value === '' ? [] : [{ type: 'text', text: value }] }
  return { outcome, content: [{ type: 'text', text: JSON.stringify(value) }], ...(value !== undefined && { data: value }) }
}
