import { type ChatRequest, collectMessage, type StreamEvent } from '@parley/dialects'
import { anthropicMessages, geminiGenerate, openaiChat, openaiResponses, type WireFormat } from '@parley/dialects/wire'
import { describe, expect, test } from 'vitest'
import type { ProviderKind } from '../settings/providers.ts'
import { createProvider, nameOf } from './create-provider.ts'
import type { Fetch } from './provider.ts'

const EVENTS: readonly StreamEvent[] = [
  { type: 'message-start', messageId: 'm', model: 'x' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-delta', part: 0, text: '素数 ' },
  { type: 'part-delta', part: 0, text: '😀' },
  { type: 'part-end', part: 0, value: { type: 'text', text: '素数 😀' } },
  { type: 'part-start', part: 1, kind: 'tool-call', callId: 'call_1', name: 'f' },
  { type: 'part-delta', part: 1, text: '{"a":1}' },
  { type: 'part-end', part: 1, value: { type: 'tool-call', id: 'call_1', name: 'f', input: { a: 1 } } },
  { type: 'message-end', reason: 'calls' },
]
const REQUEST: ChatRequest = {
  model: 'the-model',
  messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }],
  tools: [{ name: 'f', description: 'd', parameters: { type: 'object', properties: { a: { type: 'number' } } } }],
}

interface Asked {
  url: string
  headers: Record<string, string>
  body: string
}

function provider(kind: ProviderKind, answer: (url: string) => Response, models: readonly string[] = []) {
  const asked: Asked[] = []
  const fetch: Fetch = async (url, init) => {
    asked.push({
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : '',
    })
    return answer(url)
  }
  const own = createProvider(
    { id: 'p', kind, key: 'the-key', models: models.map((id) => ({ id })) },
    { fetch, patience: { first: 500, next: 500 }, newId: () => 'new' },
  )
  return { own, asked }
}

const sse = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })

const kinds: readonly [ProviderKind, WireFormat, string, Record<string, string>][] = [
  ['openai-compatible', openaiChat, 'https://api.openai.com/v1/chat/completions', { authorization: 'Bearer the-key' }],
  ['openai-responses', openaiResponses, 'https://api.openai.com/v1/responses', { authorization: 'Bearer the-key' }],
  [
    'anthropic',
    anthropicMessages,
    'https://api.anthropic.com/v1/messages',
    { 'x-api-key': 'the-key', 'anthropic-version': '2023-06-01' },
  ],
  [
    'gemini',
    geminiGenerate,
    'https://generativelanguage.googleapis.com/v1beta/models/the-model:streamGenerateContent?alt=sse',
    { 'x-goog-api-key': 'the-key' },
  ],
  ['llama-cpp', openaiChat, 'http://127.0.0.1:8080/v1/chat/completions', { authorization: 'Bearer the-key' }],
  ['ollama', openaiChat, 'http://127.0.0.1:11434/v1/chat/completions', { authorization: 'Bearer the-key' }],
]

describe.each(kinds)('%s', (kind, format, url, headers) => {
  test('posts where and as the vendor wants it, and reads its stream', async () => {
    const stream = format.createWriter({ id: 'm', model: 'x', created: 1 }).push(EVENTS)
    const { own, asked } = provider(kind, () => sse(stream))
    const events: StreamEvent[] = []
    for await (const batch of own.respond(REQUEST, new AbortController().signal)) events.push(...batch)
    const { message, reason } = collectMessage(events)
    expect(message.parts).toMatchObject([
      { type: 'text', text: '素数 😀' },
      { type: 'tool-call', name: 'f', input: { a: 1 } },
    ])
    expect(reason).toBe('calls')
    expect(asked).toMatchObject([{ url, headers }])
    expect(url).not.toContain('the-key')
    expect(asked[0]?.body).toContain('"f"')
    expect(asked[0]?.body).not.toContain('the-key')
  })

  test('an answer that is not streamed is read as well', async () => {
    const answer = format.writeAnswer(EVENTS, { id: 'm', model: 'x', created: 1 })
    const { own } = provider(kind, () => Response.json(answer))
    const events: StreamEvent[] = []
    for await (const batch of own.respond(REQUEST, new AbortController().signal)) events.push(...batch)
    expect(collectMessage(events).message.parts).toMatchObject([{ type: 'text' }, { type: 'tool-call', input: { a: 1 } }])
  })

  test('an error of the vendor is a fault with its words', async () => {
    const fault = { code: 'provider/refused', message: 'your words here', retryable: false } as const
    const { own } = provider(kind, () => Response.json(format.writeFault(fault), { status: 400 }))
    await expect(own.respond(REQUEST, new AbortController().signal)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      fault: { code: 'provider/refused', message: expect.stringContaining('your words here') },
    })
  })

  test('models that are named are not asked for', async () => {
    const { own, asked } = provider(kind, () => Response.json({}), ['a', 'b'])
    expect((await own.models(new AbortController().signal)).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(asked.filter(({ url: address }) => address.endsWith('/models'))).toEqual([])
  })
})

test.each([
  [{ kind: 'openai-compatible', label: 'Lab', url: 'http://10.0.0.7:8000/v1' }, 'Lab'],
  [{ kind: 'openai-compatible', url: 'http://10.0.0.7:8000/v1' }, '10.0.0.7:8000'],
  [{ kind: 'ollama' }, 'Ollama (p)'],
] as const)('%j is called by its name, or by its address, in no language', (config, name) => {
  expect(nameOf({ id: 'p', models: [], ...config })).toBe(name)
})

describe('lists of models', () => {
  const signal = new AbortController().signal
  test.each([
    ['openai-compatible', { data: [{ id: 'm1' }, { id: 'm2' }, { nonsense: true }] }, [{ id: 'm1' }, { id: 'm2' }]],
    ['anthropic', { data: [{ type: 'model', id: 'claude' }] }, [{ id: 'claude', native: true }]],
    [
      'gemini',
      {
        models: [
          { name: 'models/gemini-x', displayName: 'X', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      [{ id: 'gemini-x', label: 'X', native: true }],
    ],
  ] as const)('%s', async (kind, body, models) => {
    const { own } = provider(kind, () => Response.json(body))
    expect(await own.models(signal)).toMatchObject(models)
  })

  test.each([
    [{ capabilities: ['tools'] }, { native: true }],
    [
      { capabilities: ['completion'] },
      { native: false, reason: { message: 'Ollama says that it takes no tools', words: { id: 'speech.no-ollama' } } },
    ],
    [{}, { id: 'qwen' }],
  ])('Ollama tells what a model can do: %j', async (shown, info) => {
    const { own } = provider('ollama', (url) => Response.json(url.endsWith('/api/tags') ? { models: [{ name: 'qwen' }] } : shown))
    expect(await own.models(signal)).toMatchObject([info])
  })

  test.each([
    [{ chat_template_caps: { supports_tools: true } }, { id: 'gguf', native: true }],
    [{ chat_template_caps: { supports_tools: false } }, { id: 'gguf', native: false }],
  ])('the template of llama.cpp decides: %j', async (props, info) => {
    const { own } = provider('llama-cpp', (url) => Response.json(url.endsWith('/props') ? props : { data: [{ id: 'gguf' }] }))
    expect(await own.models(signal)).toMatchObject([info])
  })

  const TEMPLATE = `{%- for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + (message.content or '') }}{% for call in message.tool_calls or [] %}{{ '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}{{ call.function.arguments | tojson }}{{ '}\\n</tool_call>' }}{% endfor %}{{ '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`

  test('where a server takes no tools, the template of the model tells how it calls', async () => {
    const props = { chat_template: TEMPLATE, chat_template_caps: { supports_tools: false } }
    const llama = provider('llama-cpp', (url) => Response.json(url.endsWith('/props') ? props : { data: [{ id: 'gguf' }] }))
    const told = {
      native: false,
      dialect: 'hermes',
      reason: { message: 'its own chat template tells', words: { id: 'speech.files' } },
    }
    expect(await llama.own.models(signal)).toMatchObject([told])
    const shown = { capabilities: ['completion'], template: TEMPLATE }
    const ollama = provider('ollama', (url) => Response.json(url.endsWith('/api/tags') ? { models: [{ name: 'x' }] } : shown))
    expect(await ollama.own.models(signal)).toMatchObject([told])
  })

  test('a list without a content type is read', async () => {
    const list = Response.json({ data: [{ id: 'a' }] })
    list.headers.delete('content-type')
    const { own } = provider('openai-compatible', () => list)
    expect(await own.models(signal)).toMatchObject([{ id: 'a' }])
  })

  test('something that is not a list of models is a fault, not an empty list', async () => {
    await expect(provider('openai-compatible', () => Response.json({ ok: true })).own.models(signal)).rejects.toThrow(
      /did not answer with a list of models/,
    )
    await expect(provider('openai-compatible', () => new Response('<html>')).own.models(signal)).rejects.toThrow(/instead of/)
  })
})

/** The body that llama.cpp gets. */
async function sent(request: ChatRequest): Promise<unknown> {
  const { own, asked } = provider('llama-cpp', () =>
    sse(openaiChat.createWriter({ id: 'm', model: 'x', created: 1 }).push(EVENTS)),
  )
  for await (const batch of own.respond(request, new AbortController().signal)) expect(batch.length).toBeGreaterThan(0)
  return JSON.parse(asked[0]?.body ?? '{}')
}

describe('llama.cpp is constrained by the grammar of what the prompt teaches', () => {
  test('in a dialect: the grammar lets it talk until a call begins, and no tools are sent', async () => {
    const { tools = [], ...rest } = REQUEST
    const body = await sent({ ...rest, taught: { dialect: 'hermes', tools } })
    expect(body).toMatchObject({ grammar: expect.stringMatching(/^root ::= s\d+ \(r\d+\)\?$/m) })
    expect(body).not.toHaveProperty('grammar_lazy')
    expect(body).not.toHaveProperty('tools')
  })

  test('where a call is required it holds from the first token on', async () => {
    const { tools = [], ...rest } = REQUEST
    const body = await sent({ ...rest, taught: { dialect: 'hermes', tools, choice: 'required' } })
    expect(body).toMatchObject({ grammar: expect.stringMatching(/^root ::= (?!s\d)/m) })
  })

  test('natively, and where nothing is taught, there is none', async () => {
    expect(await sent(REQUEST)).not.toHaveProperty('grammar')
    const { tools: _, ...rest } = REQUEST
    expect(await sent(rest)).not.toHaveProperty('grammar')
  })
})
