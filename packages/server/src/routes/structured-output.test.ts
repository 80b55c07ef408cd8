import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>
/** What the model says next, one after the other. A number is a status instead. */
let script: (string | number)[] = []

beforeAll(async () => {
  upstream = await startUpstream({ gets: true })
  upstream.behave((response, request) => {
    if (request.url?.endsWith('/engine/models')) return void response.end('{"data":[{"id":"held","owned_by":"vllm"}]}')
    if (request.method === 'GET') return void response.writeHead(404).end()
    const next = script.shift() ?? 'The script is over.'
    if (typeof next === 'number') {
      response.writeHead(next, { 'content-type': 'application/json' })
      return void response.end('{"error":{"message":"unknown field response_format"}}')
    }
    const pieces = next.split('|')
    const cut = pieces.at(-1) === 'CUT' && pieces.pop() !== undefined
    stream(response, ...pieces.map((content) => chunk({ content })), cut ? DONE.replace('"stop"', '"length"') : DONE)
    response.end()
  })
  const models = [
    { id: 'native', dialect: 'native' },
    { id: 'text', dialect: 'hermes' },
  ]
  const up = { kind: 'openai-compatible', url: upstream.url }
  const file = JSON.stringify({
    providers: [
      { id: 'up', ...up, models },
      { id: 'engine', ...up, url: `${upstream.url}/engine`, dialect: 'hermes' },
      { id: 'claude', kind: 'anthropic', url: upstream.url, models: [{ id: 'claude' }] },
      { id: 'gpt', kind: 'openai-responses', url: upstream.url, models: [{ id: 'gpt' }] },
      { id: 'google', kind: 'gemini', url: upstream.url, models: [{ id: 'gemini' }] },
    ],
  })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' }, file }))
})
afterAll(() => upstream.close())
beforeEach(() => {
  script = []
  upstream.bodies.length = 0
})

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' } },
  required: ['title', 'pages'],
  additionalProperties: false,
} as const
const GOOD = '{"title":"Momo","pages":304}'
const question = 'Which book?'
const tool = { name: 'find_book', description: 'finds', parameters: { type: 'object' } }
const tools = [{ type: 'function', function: tool }]
const CALL = '<tool_call>\n{"name": "find_book", "arguments": {}}\n</tool_call>'

/** The same wish at each door. */
const DOORS = {
  '/v1/chat/completions': {
    messages: [{ role: 'user', content: question }],
    response_format: { type: 'json_schema', json_schema: { name: 'book', schema } },
  },
  '/v1/responses': { input: question, text: { verbosity: 'low', format: { type: 'json_schema', name: 'book', schema } } },
  '/v1/messages': {
    max_tokens: 99,
    messages: [{ role: 'user', content: question }],
    output_config: { format: { type: 'json_schema', schema } },
  },
} as const
const doors = Object.keys(DOORS) as (keyof typeof DOORS)[]

async function ask(path: keyof typeof DOORS, model: string, more: object = {}) {
  const body = JSON.stringify({ model, ...DOORS[path], ...more })
  const response = await app.request(path, { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, text, ignored: response.headers.get('x-parley-ignored') }
}

const sent = (): readonly JsonObject[] =>
  upstream.bodies.filter((body) => body !== '').map((body): JsonObject => JSON.parse(body))
const chat = async (model: string, more: object = {}) => {
  const { text } = await ask('/v1/chat/completions', model, more)
  const answer: JsonValue = JSON.parse(text)
  const [choice] = isJsonObject(answer) && Array.isArray(answer['choices']) ? answer['choices'] : []
  return { choice, said: text }
}

describe('a native model is asked for the shape in the words of its own format', () => {
  test.each(doors.flatMap((door) => ['native', 'claude', 'gpt', 'gemini'].map((model) => [door, model] as const)))(
    '%s to %s',
    async (door, model) => {
      script = [GOOD]
      await ask(door, model)
      const [asked] = sent()
      const expected = {
        native: { response_format: { type: 'json_schema', json_schema: { schema } } },
        claude: { output_config: { format: { type: 'json_schema', schema } } },
        gpt: { text: { format: { type: 'json_schema', schema } } },
        gemini: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
      }[model]
      expect(asked).toMatchObject(expected ?? { unknown: model })
    },
  )

  test('and what stood beside it in the field reaches a server of the same format', async () => {
    await ask('/v1/responses', 'gpt')
    expect(sent()[0]).toMatchObject({ text: { verbosity: 'low' } })
    const { ignored } = await ask('/v1/responses', 'native')
    expect(ignored).toBe('text')
  })

  test('with tools beside it', async () => {
    script = [GOOD]
    await chat('native', { tools })
    expect(sent()[0]).toMatchObject({ response_format: {}, tools: [{}] })
  })

  test('and its answer streams while it comes', async () => {
    script = ['{"title":|"Momo","pages":304}']
    const { text } = await ask('/v1/chat/completions', 'native', { stream: true })
    expect(text).toContain('"content":"{')
  })
})

describe('a model that only writes text', () => {
  test.each(doors)('is taught the schema, and what stands around its JSON is taken away: %s', async (door) => {
    script = [`Here it is:\n\`\`\`json\n${GOOD}\n\`\`\`\nGood?`]
    const { status, text } = await ask(door, 'text')
    expect(status).toBe(200)
    expect(text).toContain(JSON.stringify(GOOD))
    expect(text).not.toContain('Here it is')
    const [asked] = sent()
    expect(JSON.stringify(asked?.['messages'])).toContain(JSON.stringify(JSON.stringify(schema)).slice(1, -1))
    expect(sent()).toHaveLength(1)
  })

  test.each(doors)('streams stay streams: %s', async (door) => {
    script = [`\`\`\`json\n|${GOOD}|\n\`\`\``]
    const { text } = await ask(door, 'text', { stream: true })
    expect(text).toMatch(/^(?:event|data): /)
    expect(text).toContain('Momo')
    expect(text).not.toContain('```')
  })

  test('that missed it is told what is wrong, and asked once more', async () => {
    script = ['{"title":"Momo"}', GOOD]
    const { choice } = await chat('text')
    expect(choice).toMatchObject({ finish_reason: 'stop', message: { content: GOOD, refusal: null } })
    const again = JSON.stringify(sent()[1]?.['messages'])
    expect(again).toContain('`pages`')
    expect(again).toContain('{\\"title\\":\\"Momo\\"}')
  })

  test('that misses it twice has refused, and the client is told why', async () => {
    script = ['I would rather not.', '{"title":"Momo"}']
    const { choice } = await chat('text')
    expect(choice).toMatchObject({ finish_reason: 'content_filter', message: { content: null } })
    expect(JSON.stringify(choice)).toContain('`pages`')
    expect(sent()).toHaveLength(2)
  })

  test.each([
    ['/v1/messages', false, '"stop_reason":"refusal"', '"explanation":"The model did not'],
    ['/v1/messages', true, '"stop_reason":"refusal"', '"explanation":"The model did not'],
    ['/v1/responses', false, '"reason":"content_filter"', '"refusal":"The model did not'],
    ['/v1/responses', true, 'event: response.refusal.done', '"refusal":"The model did not'],
    ['/v1/chat/completions', true, '"finish_reason":"content_filter"', '"refusal":"The model did not'],
  ] as const)('refuses as the vendor does: %s, streaming %s', async (door, streaming, reason, why) => {
    script = ['No.', 'No.']
    const { text } = await ask(door, 'text', { stream: streaming })
    expect(text).toContain(reason)
    expect(text).toContain(why)
  })

  test('whose server does not know the field is asked without it: the model was told in words', async () => {
    script = [400, GOOD]
    expect((await chat('text')).choice).toMatchObject({ finish_reason: 'stop', message: { content: GOOD } })
    expect(sent().map((body) => 'response_format' in body)).toEqual([true, false])
  })

  test('whose server holds it to the schema, token by token, is passed on while it comes', async () => {
    script = ['{"title":"Momo",|"pages":304}']
    const { text } = await ask('/v1/chat/completions', 'held', { stream: true })
    expect(text).toContain('"content":')
    const asked = sent().at(-1)
    expect(asked).toMatchObject({ response_format: { type: 'json_schema' } })
    expect(JSON.stringify(asked?.['messages'])).toContain('JSON Schema')
  })

  test('that is a script refuses instead of pretending', async () => {
    expect((await chat('demo-scripted')).choice).toMatchObject({ finish_reason: 'content_filter' })
  })

  describe('and has tools', () => {
    test('calls first: words in front of a call are no answer', async () => {
      script = [`Let me look.\n${CALL}`]
      const { choice } = await chat('text', { tools })
      expect(choice).toMatchObject({
        finish_reason: 'tool_calls',
        message: { content: expect.stringContaining('Let me look.'), tool_calls: [{ function: { name: 'find_book' } }] },
      })
      expect(sent()).toHaveLength(1)
      expect(sent()[0]).not.toHaveProperty('response_format')
    })

    test('and then answers in the shape', async () => {
      script = ['It is Momo.', `\`\`\`json\n${GOOD}\n\`\`\``]
      const messages = [
        ...DOORS['/v1/chat/completions'].messages,
        { role: 'assistant', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find_book', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'Momo, 304 pages' },
      ]
      const { choice } = await chat('text', { tools, messages })
      expect(choice).toMatchObject({ finish_reason: 'stop', message: { content: GOOD } })
    })

    test('may call after it missed the shape', async () => {
      script = ['Hm.', CALL]
      expect((await chat('text', { tools })).choice).toMatchObject({ finish_reason: 'tool_calls' })
    })
  })

  test('whose answer was cut off is not asked again: the client sees the reason', async () => {
    script = ['{"title":"Mo|CUT']
    expect((await chat('text')).choice).toMatchObject({ finish_reason: 'length', message: { content: '{"title":"Mo' } })
  })
})
