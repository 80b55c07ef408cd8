import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { AsyncCaller } from '@langchain/core/utils/async_caller'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { FAULTS } from '../testing/faults.ts'
import { startUpstream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream()
  const file = JSON.stringify({
    providers: [
      {
        id: 'up',
        label: 'Up',
        kind: 'openai-compatible',
        url: upstream.url,
        key: 'sk-of-the-server',
        models: [{ id: 'native', dialect: 'native' }],
      },
    ],
  })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }))
})
afterAll(() => upstream.close())

/** What a model server will not do later either. */
const HOPELESS = FAULTS.filter(({ status, said }) => [400, 403, 406].includes(status) && !said)

const fetch = async (url: unknown, init?: RequestInit) => await app.request(url instanceof Request ? url : String(url), init)

const openai = () => new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'none', fetch })

test('a refusal is 400 where the provider speaks the format of the door, so that its clients can ask with less of it', async () => {
  const file = JSON.stringify({
    providers: [{ id: 'up', kind: 'anthropic', url: upstream.url, key: 'sk-of-the-server', models: ['own'] }],
  })
  const own = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }))
  upstream.behave((response) => void response.writeHead(400).end('{"error":{"message":"no such beta"}}'))
  const asked = async (at: typeof app, model: string) => {
    const body = JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
    return (await at.request('/v1/messages', { method: 'POST', body })).status
  }
  expect([await asked(own, 'own'), await asked(app, 'native')]).toEqual([400, 406])
})

describe('what would fail again is asked once', () => {
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const clients: readonly [string, () => Promise<unknown>][] = [
    ['openai, chat', async () => await openai().chat.completions.create({ model: 'native', messages })],
    ['openai, Responses', async () => await openai().responses.create({ model: 'native', input: 'hi' })],
    [
      '@anthropic-ai/sdk',
      async () =>
        await new Anthropic({ baseURL: 'http://localhost', apiKey: 'none', fetch }).messages.create({
          model: 'native',
          max_tokens: 9,
          messages,
        }),
    ],
    [
      'the AI SDK',
      async () => {
        const provider = createOpenAICompatible({ name: 'parley', baseURL: 'http://localhost/v1', fetch })
        return await generateText({ model: provider('native'), messages })
      },
    ],
    [
      'LangChain, which has a list of its own of what it does not repeat',
      async () =>
        await new AsyncCaller({ maxRetries: 2 }).call(async () => {
          const body = JSON.stringify({ model: 'native', max_tokens: 9, messages })
          const { status } = await app.request('/v1/messages', { method: 'POST', body })
          throw Object.assign(new Error('It failed.'), { status })
        }),
    ],
  ]
  test.each(clients)('by %s', async (_, askClient) => {
    for (const { name, behaviour } of HOPELESS) {
      upstream.behave(behaviour)
      const before = upstream.bodies.length
      await expect(askClient(), name).rejects.toThrow()
      expect(upstream.bodies.length - before, name).toBe(1)
    }
  })
})
