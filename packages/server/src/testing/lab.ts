import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { defineBackendTool } from '../tools/backend-tool.ts'
import { chunk } from './chunks.ts'
import { startUpstream, stream, type Upstream } from './upstream.ts'

/** A real server and a scripted model server behind it, both on loopback: conversations are held with it over HTTP. */
let upstream: Upstream | undefined
let server: RunningServer | undefined
let script: object[] = []

const MODELS = ['ling-1t', 'deepseek-r1', { id: 'house-model', reasoning: true }, { id: 'gpt-4', dialect: 'native' }]

/** A tool of the server's own. */
const getStats = defineBackendTool({
  name: 'get_stats',
  description: '查询统计',
  input: z.object({}),
  run: async () => ({ data: { records: 7 } }),
})

/** Runs the lab while the tests of a file do. */
export function startLab(): void {
  beforeAll(async () => {
    upstream = await startUpstream()
    upstream.behave((response) => {
      const delta = script.shift() ?? { content: 'The script is over.' }
      const finish = 'tool_calls' in delta ? 'tool_calls' : 'stop'
      stream(response, chunk({ role: 'assistant', ...delta }), chunk({}, finish), 'data: [DONE]\n\n')
      response.end()
    })
    const file = JSON.stringify({ providers: [{ id: 'lab', kind: 'openai-compatible', url: upstream.url, models: MODELS }] })
    const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_ASK_NATIVE: 'no' }, file })
    server = await startServer({ config: { ...config, port: 0 }, tools: [getStats] })
  })
  afterAll(async () => {
    await server?.stop(0)
    await upstream?.close()
  })
  beforeEach(() => says())
}

/** What the model will answer, one after the other: words, or a delta of the wire. */
export function says(...answers: readonly (string | object)[]): void {
  script = answers.map((answer) => (typeof answer === 'string' ? { content: answer } : answer))
}

export async function chat(messages: readonly object[], config: object = {}, more: object = {}): Promise<JsonObject> {
  const response = await fetch(`${server?.url}api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ messages, config: { mode: 'chat', model: 'ling-1t', ...config }, ...more }),
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return isJsonObject(answer) ? answer : {}
}

export const list = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : []
/** What the model was sent last. */
export const asked = (): JsonObject => JSON.parse(upstream?.bodies.at(-1) ?? '{}')
export const askedMessages = (): readonly JsonObject[] => list(asked()['messages'])
export const systemPrompt = (): string => String(askedMessages().find(({ role }) => role === 'system')?.['content'])
export const callsIn = (answer: JsonObject): readonly JsonObject[] =>
  list(answer['parts']).filter(({ type }) => String(type).startsWith('tool-'))
export const user = (content: string) => ({ role: 'user', content })
export const assistant = (content: string) => ({ role: 'assistant', content })
/** Calls as `JSON_Strict` writes them, spread over lines. */
export const strict = (...calls: readonly (readonly [string, string, object])[]): string => {
  const written = calls.map(([id, name, input]) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return JSON.stringify({ tool_calls: written }, null, 2)
}
