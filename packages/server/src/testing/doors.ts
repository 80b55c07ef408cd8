import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'

interface Question {
  readonly model: string
  readonly words: string
  readonly stream: boolean
}

/** A door of the server, and how its clients tell an answer from a failure. */
export interface Door {
  readonly name: string
  readonly path: (asked: Question) => string
  readonly body: (asked: Question) => object
  readonly accept?: (streams: boolean) => string
  /** The only form that it has. Absent: it streams, or not. */
  readonly only?: 'stream'
  /** What stands in answers that came to their end, and in no other. */
  readonly done: RegExp
  /** What stands in an answer that a limit cut off. */
  readonly cut: RegExp
  /** What stands in an answer that was refused with the words `I will not`. */
  readonly refused: RegExp
  /** What tells a client that a call is whole and may be run. */
  readonly called: RegExp
  /** The message of an error document; undefined: it is none of this door. */
  readonly error: (body: JsonObject) => JsonValue | undefined
  /** An error inside of a stream. */
  readonly failed: RegExp
  /** The words by which its clients know that they should make the conversation shorter. Absent: there are none. */
  readonly tooLong?: RegExp
  /** Its clients ask again with less after a 400, which a provider of another format must not be. */
  readonly lessens?: true
  /** Its clients repeat whatever is not 400. */
  readonly repeatsRefusals?: true
  /** Answers come by way of a thread: a stream has begun before its model is asked. */
  readonly threads?: true
}

const parameters = { type: 'object', properties: { content: { type: 'string' } } }
const spec = { name: 'write_file', description: 'Writes.', parameters }
const messages = (content: string) => [{ role: 'user', content }]
const inside = (key: string) => (body: JsonObject) => (isJsonObject(body[key]) ? body[key]['message'] : undefined)
const accept = (streams: boolean) => (streams ? '*/*' : 'application/json')

const gemini = (name: string, query: string): Door => ({
  name,
  path: ({ model, stream }) => `v1beta/models/${model}:${stream ? `streamGenerateContent${query}` : 'generateContent'}`,
  body: ({ words }) => ({
    contents: [{ role: 'user', parts: [{ text: words }] }],
    tools: [{ functionDeclarations: [{ ...spec }] }],
  }),
  done: /"finishReason":/,
  cut: /"finishReason":"MAX_TOKENS"/,
  refused: /"finishReason":"SAFETY","finishMessage":"I will not"/,
  called: /"functionCall"/,
  error: ({ error }) =>
    isJsonObject(error) && typeof error['code'] === 'number' && typeof error['status'] === 'string'
      ? error['message']
      : undefined,
  failed: /\{"error":\{"code":\d+,"message":".*","status":"[A-Z_]+"/,
})

const ollama = (kind: 'chat' | 'generate'): Door => ({
  name: `/ollama/api/${kind}`,
  path: () => `ollama/api/${kind}`,
  body: ({ model, words, stream }) =>
    kind === 'chat'
      ? { model, stream, messages: messages(words), tools: [{ type: 'function', function: spec }] }
      : { model, stream, prompt: words },
  done: /"done":true/,
  cut: /"done_reason":"length"/,
  refused: /"(content|response)":"I will not"/,
  called: /"tool_calls"/,
  error: ({ error }) => (typeof error === 'string' ? error : undefined),
  failed: /^\{"error":".*"\}$/m,
})

const ours = (name: string, mode: 'chat' | 'agent'): Door => ({
  name,
  path: () => 'api/chat',
  body: ({ model, words }) => ({
    messages: messages(words),
    config: { model, mode },
    tools: { write_file: { description: spec.description, parameters } },
  }),
  accept,
  done: /"type":"finish"|"finishReason":/,
  cut: /"finishReason":"length"/,
  refused: /I will not[^]*"finishReason":"content-filter"/,
  called: /tool-input-available|"state":"input-available"/,
  error: inside('fault'),
  failed: /^data: \{"type":"error","errorText":"/m,
  ...(mode === 'agent' && { threads: true }),
})

export const DOORS: readonly Door[] = [
  {
    name: '/v1/chat/completions',
    path: () => 'v1/chat/completions',
    body: ({ model, words, stream }) => ({
      model,
      stream,
      messages: messages(words),
      tools: [{ type: 'function', function: spec }],
    }),
    done: /\[DONE\]|"finish_reason":"/,
    cut: /"finish_reason":"length"/,
    refused: /"refusal":"I will not"[^]*"finish_reason":"content_filter"/,
    called: /"finish_reason":"tool_calls"/,
    error: inside('error'),
    failed: /^data: \{"error":\{"message":".*"type":"\w+"/m,
    tooLong: /"code":"context_length_exceeded"/,
  },
  {
    name: '/v1/responses',
    path: () => 'v1/responses',
    body: ({ model, words, stream }) => ({ model, stream, input: words, tools: [{ type: 'function', ...spec }] }),
    done: /response\.completed|response\.incomplete|"usage":\{"input_tokens"/,
    cut: /"incomplete_details":\{"reason":"max_output_tokens"\}/,
    refused: /"type":"refusal","refusal":"I will not"/,
    called: /"type":"function_call"[^}]*"status":"completed"|"status":"completed"[^}]*"type":"function_call"/,
    error: inside('error'),
    failed: /^data: \{"type":"response\.failed".*"error":\{"code":"[a-z_]+","message":"/m,
    tooLong: /"code":"context_length_exceeded"/,
    repeatsRefusals: true,
  },
  {
    name: '/v1/messages',
    path: () => 'v1/messages',
    body: ({ model, words, stream }) => ({
      model,
      stream,
      max_tokens: 99,
      messages: messages(words),
      tools: [{ name: spec.name, description: spec.description, input_schema: parameters }],
    }),
    done: /message_stop|"stop_reason":"/,
    cut: /"stop_reason":"max_tokens"/,
    refused: /"stop_reason":"refusal"[^]*"explanation":"I will not"/,
    called: /"stop_reason":"tool_use"/,
    error: (body) => (body['type'] === 'error' ? inside('error')(body) : undefined),
    tooLong: /"message":"prompt is too long: /,
    lessens: true,
    failed: /^event: error\ndata: \{"type":"error","error":\{"type":"\w+","message":"/m,
  },
  gemini('/v1beta, server-sent events', '?alt=sse'),
  gemini('/v1beta, a list', ''),
  ollama('chat'),
  ollama('generate'),
  ours('/api/chat', 'chat'),
  ours('/api/chat, agent mode', 'agent'),
  {
    name: '/api/respond',
    path: () => 'api/respond',
    only: 'stream',
    body: ({ model, words }) => ({
      model,
      messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: words }] }],
      tools: [spec],
    }),
    done: /"message-end"/,
    cut: /"message-end","reason":"length"/,
    refused: /"text":"I will not"[^]*"reason":"filtered"/,
    called: /"type":"tool-call","id"/,
    error: inside('fault'),
    failed: /"type":"fault","fault":\{"code":"[a-z/-]+","message":"/,
  },
]
