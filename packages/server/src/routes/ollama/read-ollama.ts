import { type ChatRequest, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import { refusal } from '../../http-fault.ts'
import { say } from '../../words.ts'

/** Ollama's request → ours. It is OpenAI's chat in other words, so that is what it becomes first. */
export function readOllamaChat(body: unknown): ChatRequest {
  return read(body, (document) => readMessages(document['messages']))
}

/** `/api/generate`: one prompt instead of messages. */
export function readOllamaPrompt(body: unknown): ChatRequest {
  return read(body, (document) => {
    for (const field of ['raw', 'template', 'suffix', 'context']) if (isFilled(document[field])) throw unheard(field)
    const { prompt = '', system, images } = document
    return readMessages([
      ...(isFilled(system) ? [{ role: 'system', content: system ?? null }] : []),
      { role: 'user', content: prompt, ...(images !== undefined && { images }) },
    ])
  })
}

/** Whether nothing is asked: so clients have a model loaded before they need it. */
export function onlyLoads(body: unknown): boolean {
  if (!isJsonObject(body)) return false
  const { messages, prompt } = body
  return Array.isArray(messages) ? messages.length === 0 : messages === undefined && !isFilled(prompt)
}

const isFilled = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

function unheard(field: string) {
  const why = 'this server writes the prompt itself, so it must be left out'
  return refusal('request/invalid', say('request.wrong', { field, why }), { field })
}

function read(body: unknown, messagesOf: (document: JsonObject) => JsonValue): ChatRequest {
  const document = isJsonObject(body) ? body : {}
  const { told, lost } = readOptions(document['options'])
  const { tools } = document
  const request = openaiChat.readRequest({
    model: document['model'] ?? null,
    messages: messagesOf(document),
    ...(tools !== undefined && { tools }),
    ...told,
    ...readFormat(document['format']),
    ...readThink(document['think']),
  })
  const hints = [...(document['think'] === true ? ['think'] : []), ...(isFilled(document['keep_alive']) ? ['keep_alive'] : [])]
  const unsaid = [...lost, ...hints]
  if (unsaid.length === 0) return request
  const { extras = { format: openaiChat.id, fields: {} } } = request
  return { ...request, extras: { ...extras, lost: [...(extras.lost ?? []), ...unsaid] } }
}

/** That a model may think is what it does anyway. */
function readThink(think: JsonValue | undefined): JsonObject {
  if (think === false) return { reasoning_effort: 'none' }
  return typeof think === 'string' ? { reasoning_effort: think } : {}
}

/** Options by the names that OpenAI's chat, or servers that speak it, have for them. */
const OPTIONS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  seed: 'seed',
  stop: 'stop',
  num_predict: 'max_tokens',
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  top_k: 'top_k',
  min_p: 'min_p',
}

function readOptions(options: JsonValue | undefined): { readonly told: JsonObject; readonly lost: readonly string[] } {
  const given = isJsonObject(options) ? Object.entries(options).filter(([, value]) => value !== null) : []
  // Below zero: as many as there are.
  const meant = given.filter(([name, value]) => name !== 'num_predict' || (typeof value === 'number' && value >= 0))
  const told = meant.flatMap(([name, value]) => (Object.hasOwn(OPTIONS, name) ? [[OPTIONS[name] ?? name, value] as const] : []))
  const lost = meant.filter(([name]) => !Object.hasOwn(OPTIONS, name)).map(([name]) => `options.${name}`)
  return { told: Object.fromEntries(told), lost }
}

function readFormat(format: JsonValue | undefined): JsonObject {
  if (format === 'json') return { response_format: { type: 'json_object' } }
  if (!isJsonObject(format)) return {}
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: format } } }
}

/** Calls have mostly no ids there: they are counted, and a result belongs to the oldest open call of its name. */
function readMessages(messages: JsonValue | undefined): JsonValue {
  if (!Array.isArray(messages)) return messages ?? null
  const open: { readonly id: string; readonly name: JsonValue | undefined }[] = []
  let count = 0
  return messages.map((message) => {
    if (!isJsonObject(message)) return message
    const { images, tool_calls: calls, tool_name: _read, thinking, ...rest } = message
    if (rest['role'] === 'tool') return { ...rest, tool_call_id: answered(open, message) }
    if (Array.isArray(images) && images.length > 0) return { ...rest, content: withImages(rest['content'], images) }
    if (!Array.isArray(calls) || calls.length === 0)
      return { ...rest, ...(isFilled(thinking) && { reasoning_content: thinking ?? null }) }
    const named = calls.map((call) => readCall(call, () => `call_${++count}`))
    for (const call of named) open.push({ id: call.id, name: call.function.name })
    return { ...rest, ...(isFilled(thinking) && { reasoning_content: thinking ?? null }), tool_calls: named }
  })
}

function answered(open: { readonly id: string; readonly name: JsonValue | undefined }[], result: JsonObject): string {
  const name = ownValue(result, 'tool_name') ?? ownValue(result, 'name')
  const given = ownValue(result, 'tool_call_id')
  const at = Math.max(
    0,
    open.findIndex((call) => (given === undefined ? name === undefined || call.name === name : call.id === given)),
  )
  const [call] = open.splice(at, 1)
  return typeof given === 'string' ? given : (call?.id ?? 'call_0')
}

function readCall(call: JsonValue, newId: () => string) {
  const said = isJsonObject(call) ? call : {}
  const called = isJsonObject(said['function']) ? said['function'] : {}
  const { name = null, arguments: input = {} } = called
  const id = typeof said['id'] === 'string' && said['id'] !== '' ? said['id'] : newId()
  return { id, type: 'function', function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) } }
}

/** What a picture's bytes begin with, in base64. */
const BEGINNINGS = { '/9j/': 'image/jpeg', R0lGOD: 'image/gif', UklGR: 'image/webp' }

function withImages(content: JsonValue | undefined, images: readonly JsonValue[]): JsonValue {
  const pictures = images.map((image) => {
    const data = typeof image === 'string' ? image : ''
    const [, type = 'image/png'] = Object.entries(BEGINNINGS).find(([beginning]) => data.startsWith(beginning)) ?? []
    return { type: 'image_url', image_url: { url: data.startsWith('data:') ? data : `data:${type};base64,${data}` } }
  })
  return [...(isFilled(content) ? [{ type: 'text', text: content ?? '' }] : []), ...pictures]
}
