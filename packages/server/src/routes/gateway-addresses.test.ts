import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'

let server: RunningServer
let page: string

beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'parley-page-'))
  await writeFile(join(page, 'index.html'), '<title>The studio</title>')
  await writeFile(join(page, 'words.json'), '{"a":1}')
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } })
  server = await startServer({ config: { ...config, port: 0 }, page })
})
afterAll(async () => {
  await server.stop(0)
  await rm(page, { recursive: true })
})

const messages = [{ role: 'user' as const, content: 'hi' }]
const model = 'demo-scripted'

describe.each(['', 'v1', 'v1/', 'v1/v1'])('with /%s behind the address', (behind) => {
  test('the vendors’ clients find their door', async () => {
    const baseURL = `${server.url}${behind}`
    const openai = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
    expect((await openai.models.list()).data).not.toHaveLength(0)
    expect((await openai.chat.completions.create({ model, messages })).choices).toHaveLength(1)
    expect((await openai.responses.create({ model, input: 'hi' })).output).not.toHaveLength(0)
  })
})

test.each(['', 'v1'])('the Anthropic client finds its door with /%s behind the address', async (behind) => {
  const client = new Anthropic({ baseURL: `${server.url}${behind}`, apiKey: 'none', maxRetries: 0 })
  expect((await client.messages.create({ model, max_tokens: 99, messages })).content).not.toHaveLength(0)
  expect((await client.messages.countTokens({ model, messages })).input_tokens).toBeGreaterThan(0)
  expect((await client.models.list()).data).not.toHaveLength(0)
})

test.each([
  ['POST', 'v2/chat/completions'],
  ['POST', 'openai/chat/completions'],
  ['POST', ''],
  ['GET', 'v1/assistants'],
  ['GET', 'openai/models'],
  ['DELETE', 'models/x'],
])('a program at a wrong address, %s /%s, is told the right ones and never gets a page', async (method, path) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringMatching(/\/v1\/chat\/completions.*\/v1\/messages/) },
  })
})

test('a person gets the page at any address, and programs get the files of the page', async () => {
  const visit = await fetch(`${server.url}some/where`, { headers: { accept: 'text/html,application/xhtml+xml,*/*' } })
  expect(await visit.text()).toContain('The studio')
  const file = await fetch(`${server.url}words.json`, { headers: { accept: 'application/json' } })
  expect(await file.json()).toEqual({ a: 1 })
})
