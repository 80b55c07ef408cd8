import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import { chunk, DONE } from '../../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../../testing/upstream.ts'

let upstream: Upstream
let server: RunningServer

const aliases = { 'claude-*': 'qwen3', 'claude-haiku-*': 'lab/small', 'gpt-4o': 'qwen3@hermes', ghost: 'nobody', small: 'qwen3' }

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: 'Good day.' }), DONE)
    response.end()
  })
  const models = ['qwen3', 'small'].map((id) => ({ id, dialect: 'native' }))
  const file = JSON.stringify({ aliases, providers: [{ id: 'lab', kind: 'openai-compatible', url: upstream.url, models }] })
  server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const anthropic = () => new Anthropic({ baseURL: server.url, apiKey: 'none', maxRetries: 0 })
const openai = () => new OpenAI({ baseURL: `${server.url}v1`, apiKey: 'none', maxRetries: 0 })
const messages = [{ role: 'user' as const, content: 'Hello' }]
const tools = [{ name: 'f', description: 'does f', input_schema: { type: 'object' as const } }]
const lastBody = () => JSON.parse(upstream.bodies.at(-1)!)

describe('a name that a client insists on', () => {
  test.each([
    ['claude-opus-4-1-20250805', 'qwen3'],
    ['claude-sonnet-4-5[1m]', 'qwen3'],
    ['claude-haiku-4-5', 'small'],
    ['small', 'qwen3'],
    ['lab/small', 'small'],
    ['qwen3', 'qwen3'],
  ])('%s reaches %s, and the answer bears the name that was asked for', async (asked, reached) => {
    const answer = await anthropic().messages.create({ model: asked, max_tokens: 99, messages })
    expect(answer).toMatchObject({ model: asked, content: [{ text: 'Good day.' }] })
    expect(lastBody()).toMatchObject({ model: reached })
  })

  test('may say how its model is spoken to, and who asks may say it otherwise', async () => {
    await anthropic().messages.create({ model: 'gpt-4o', max_tokens: 99, messages, tools })
    expect(lastBody()).toMatchObject({ model: 'qwen3' })
    expect(lastBody()).not.toHaveProperty('tools')
    await anthropic().messages.create({ model: 'gpt-4o@native', max_tokens: 99, messages, tools })
    expect(lastBody()).toHaveProperty('tools')
  })

  test('is explained where the model it stands for is not there', async () => {
    await expect(anthropic().messages.create({ model: 'ghost', max_tokens: 99, messages })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('`ghost` stands for `nobody`'),
    })
  })
})

describe('the list of models', () => {
  const named = ['qwen3', 'demo-scripted', 'claude-*', 'claude-haiku-*', 'gpt-4o', 'small']

  test('has the shape that OpenAI’s clients read, aliases included', async () => {
    const { data, object } = await openai().models.list()
    expect(object).toBe('list')
    expect(data.map(({ id }) => id)).toEqual(named)
    expect(data[0]).toEqual({ id: 'qwen3', object: 'model', created: expect.any(Number), owned_by: expect.any(String) })
    expect(await openai().models.retrieve('claude-opus-9')).toMatchObject({ id: 'claude-opus-9', object: 'model' })
    await expect(openai().models.retrieve('gone')).rejects.toMatchObject({ status: 404 })
  })

  test('has the shape that Anthropic’s clients read, page by page', async () => {
    const seen: string[] = []
    for await (const model of anthropic().models.list({ limit: 4 })) {
      expect(model).toEqual({ type: 'model', id: model.id, display_name: expect.any(String), created_at: expect.any(String) })
      seen.push(model.id)
    }
    expect(seen).toEqual(named)
    expect(await anthropic().models.list({ limit: 2, before_id: 'gpt-4o' })).toMatchObject({
      data: [{ id: 'claude-*' }, { id: 'claude-haiku-*' }],
      has_more: true,
    })
    expect(await anthropic().models.retrieve('claude-opus-9')).toMatchObject({ id: 'claude-opus-9', type: 'model' })
  })
})

describe('an alias is checked when the server starts', () => {
  test.each([
    ['cl*ude', 'qwen3', /`aliases\.cl\*ude`.*a \* that does not stand at its end/],
    ['*', 'qwen3', /`aliases\.\*`.*must be a name, or the beginning of one/],
    ['a@hermes', 'qwen3', /must have no @/],
    ['a', 'qwen*', /must name one model/],
    ['a', '', /must name one model/],
    ['a', 'qwen3@hermse', /names the dialect "hermse", which does not exist/],
  ])('%s for %s', (name, target, sentence) => {
    expect(() => readConfig({ env: {}, file: JSON.stringify({ aliases: { [name]: target } }) })).toThrow(sentence)
  })

  test('in the environment, too', () => {
    const { aliases: read } = readConfig({ env: { PARLEY_ALIASES: 'claude-*=qwen3@hermes, gpt-4o=lab/qwen3' } })
    expect(read).toEqual({ 'claude-*': 'qwen3@hermes', 'gpt-4o': 'lab/qwen3' })
    expect(() => readConfig({ env: { PARLEY_ALIASES: 'claude' } })).toThrow(/`aliases` \(PARLEY_ALIASES\).*claude-\*=qwen3/)
  })
})
