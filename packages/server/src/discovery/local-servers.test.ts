import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Fetch } from '../providers/provider.ts'
import { findLocalServers } from './local-servers.ts'

/** Answers as several programs on one computer would; everything else refuses the connection. */
const computer: Record<string, unknown> = {
  'http://127.0.0.1:11434/api/tags': {
    models: [
      { name: 'qwen3:4b', digest: 'x' },
      { name: 'phi3', digest: 'y' },
    ],
  },
  'http://127.0.0.1:11434/api/show': { capabilities: ['completion', 'tools'] },
  'http://127.0.0.1:8080/props': { default_generation_settings: { n_ctx: 1 }, chat_template_caps: { supports_tools: false } },
  'http://127.0.0.1:8080/v1/models': { data: [{ id: 'gguf' }] },
  'http://127.0.0.1:8000/v1/models': { hello: 'I am something else' },
  'http://127.0.0.1:1234/v1/models': { data: [{ id: 'studio-model', max_context_length: 8192 }] },
  'http://127.0.0.1:5001/v1/models': { data: [{ id: 'demo-scripted' }] },
}
const asked: string[] = []
const fetch: Fetch = async (url, init) => {
  asked.push(`${init.method ?? 'GET'} ${url}`)
  if (!(url in computer)) throw new TypeError('refused')
  return Response.json(computer[url])
}

test('only answers of the right shape count, and nothing is written', async () => {
  expect(await findLocalServers({ fetch })).toEqual([
    { id: 'openai-compatible-1234', kind: 'openai-compatible', label: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
    { id: 'llama-cpp-8080', kind: 'llama-cpp', label: 'llama.cpp', url: 'http://127.0.0.1:8080' },
    { id: 'ollama-11434', kind: 'ollama', label: 'Ollama', url: 'http://127.0.0.1:11434' },
  ])
  expect(asked.every((line) => line.startsWith('GET '))).toBe(true)
})

test('our own port is left out', async () => {
  expect((await findLocalServers({ fetch, ownPort: 1234 })).map(({ kind }) => kind)).toEqual(['llama-cpp', 'ollama'])
})

test('found models are offered before the demo, spoken to as their server says', async () => {
  const config = readConfig({ env: {} })
  const list = async (parts: object, own = config) =>
    (await (await createApp(own, { fetch, ...parts }).request('/api/models')).json()) as object
  expect(await list({ isLocal: true })).toMatchObject({
    default: 'studio-model',
    models: [
      { id: 'studio-model', dialect: 'auto', contextTokens: 8192 },
      { id: 'gguf', contextTokens: 1, dialect: 'auto', dialectReason: 'its chat template takes no tools' },
      { id: 'qwen3:4b', native: true, dialect: 'native', dialectReason: 'Ollama says that it takes tools' },
      { id: 'phi3' },
      { id: 'demo-scripted' },
    ],
  })
  expect(await list({})).toMatchObject({ models: [{ id: 'demo-scripted' }] })
  expect(await list({ isLocal: true }, { ...config, discover: false })).toMatchObject({ models: [{ id: 'demo-scripted' }] })
})
