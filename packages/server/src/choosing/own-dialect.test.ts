import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { chunk } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
/** The example of the page, as it stands there. */
const example =
  Array.from(readme.matchAll(/```json\n([\s\S]*?)```/g), ([, text = '']) => text).find((text) => text.includes('"shape"')) ?? ''

const withShape = (shape: unknown): string =>
  JSON.stringify({
    providers: [{ id: 'lab', kind: 'openai-compatible', url: 'http://x/v1', models: ['other', { id: 'm', shape }] }],
  })

describe('a model whose shape stands in the configuration', () => {
  let upstream: Upstream | undefined
  let server: RunningServer | undefined
  beforeAll(async () => {
    upstream = await startUpstream()
    upstream.behave((response) => {
      const first = chunk({ role: 'assistant', content: '<mull>Hm.</mull>On it. <|do|>find_' })
      const second = chunk({ content: 'book<|with|>{"title": "Momo"}<|done|>' })
      stream(response, first, second, chunk({}, 'stop'), 'data: [DONE]\n\n')
      response.end()
    })
    const config = readConfig({ env: { PARLEY_DISCOVER: 'no' }, file: example.replace('http://10.0.0.5:8000/v1', upstream.url) })
    server = await startServer({ config: { ...config, port: 0 } })
  })
  afterAll(async () => {
    await server?.stop(0)
    await upstream?.close()
  })

  const ask = async (body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server?.url}v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'house-model', messages: [{ role: 'user', content: 'Find Momo.' }], ...body }),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const tools = [
    {
      type: 'function',
      function: { name: 'find_book', parameters: { type: 'object', properties: { title: { type: 'string' } } } },
    },
  ]

  test('has real tool calls at the gateway, taught and read as the shape says', async () => {
    expect(await ask({ tools })).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ function: { name: 'find_book', arguments: '{"title":"Momo"}' } }] },
        },
      ],
    })
    expect(upstream?.bodies.at(-1)).toContain('<|do|>{tool name}<|with|>')
  })

  test('is sent its calls and results as the shape writes them', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'find_book', arguments: '{"title":"Momo"}' } }
    const messages = [
      { role: 'user', content: 'Find Momo.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'Shelf 7' },
    ]
    await ask({ tools, messages })
    expect(upstream?.bodies.at(-1)).toContain('<|do|>find_book<|with|>{\\"title\\": \\"Momo\\"}<|done|>')
    expect(upstream?.bodies.at(-1)).toContain('<|got|>Shelf 7<|/got|>')
  })

  test('is listed with the reason, and can be asked for by that name', async () => {
    const listed: unknown = await (await fetch(`${server?.url}api/models`)).json()
    expect(listed).toMatchObject({
      models: expect.arrayContaining([
        expect.objectContaining({
          id: 'house-model',
          native: false,
          dialect: 'shape-house-model',
          dialectReason: 'its shape stands in the configuration',
        }),
      ]),
    })
    expect(await ask({ tools, model: 'house-model@shape-house-model' })).toMatchObject({
      choices: [{ finish_reason: 'tool_calls' }],
    })
  })

  test.each([
    [{ version: 1 }, 'The setting `providers.0.models.1.shape` is wrong: `shape.calls` is missing. Correct it'],
    [
      { version: 1, calls: { kind: 'json', call: ['the ', '</do>'] } },
      '`shape` cannot be used: the mark "the" stands in ordinary text. Correct it',
    ],
    ['hermes', '`shape` must be an object, and is a string. Correct it'],
  ])('%j is refused at the start, by its path', (shape, why) => {
    expect(() => readConfig({ env: {}, file: withShape(shape) })).toThrow(why)
  })

  test('a shape beside a dialect is refused', () => {
    const file = withShape({}).replace('"shape"', '"dialect":"hermes","shape"')
    expect(() => readConfig({ env: {}, file })).toThrow('it cannot stand beside `dialect`: leave one of them out')
  })
})
