import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { createResponseMemory } from './response-memory.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response, _, body) => {
    const call = '<tool_call>\n{"name": "look", "arguments": {"at": "shelf"}}\n</tool_call>'
    stream(response, chunk({ content: body.includes('find it') && !body.includes('on the shelf') ? call : 'Momo.' }), DONE)
    response.end()
  })
  const models = [{ id: 'text', dialect: 'hermes' }]
  const file = JSON.stringify({ providers: [{ id: 'up', kind: 'openai-compatible', url: upstream.url, models }] })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), {
    ownerOf: (request) => request.headers.get('authorization') ?? '',
  })
})
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.bodies.length = 0
})

const client = (owner = 'anna') =>
  new OpenAI({
    baseURL: 'http://127.0.0.1:4317/v1',
    apiKey: owner,
    maxRetries: 0,
    fetch: async (url, init) => app.request(url instanceof Request ? url : String(url), init),
  })
const asked = () => String(upstream.bodies.at(-1))
const tools = [{ type: 'function' as const, name: 'look', description: '', parameters: { type: 'object' }, strict: false }]

describe('a client of the Responses format', () => {
  test.each([false, true])('goes on from its last response by its id; streaming: %s', async (streaming) => {
    const turn = async (input: string, previous?: string) => {
      const body = { model: 'text', input, ...(previous !== undefined && { previous_response_id: previous }) }
      return streaming ? await client().responses.stream(body).finalResponse() : await client().responses.create(body)
    }
    const first = await turn('Which book?')
    const second = await turn('Who wrote it?', first.id)
    expect(asked()).toContain('Which book?')
    expect(asked()).toContain('Momo.')
    expect(second.previous_response_id).toBe(first.id)
    await turn('And when?', second.id)
    for (const said of ['Which book?', 'Who wrote it?', 'And when?']) expect(asked()).toContain(said)
  })

  test('refers to what the model said, as AI SDK does by default', async () => {
    const first = await client().responses.create({ model: 'text', input: 'find it', tools })
    const call = first.output.find((item) => item.type === 'function_call')!
    const second = await client().responses.create({
      model: 'text',
      tools,
      input: [
        { role: 'user', content: 'find it' },
        { type: 'item_reference', id: call.id! },
        { type: 'function_call_output', call_id: call.call_id, output: 'on the shelf' },
      ],
    })
    expect(second.output_text).toBe('Momo.')
    expect(asked()).toContain('shelf')
    const third = await client().responses.create({ model: 'text', tools, previous_response_id: second.id, input: 'Thanks.' })
    expect(third.status).toBe('completed')
    expect(asked()).toContain('on the shelf')
  })

  test('reads a response again, and has it forgotten', async () => {
    const { id, output_text } = await client().responses.create({ model: 'text', input: 'Which book?' })
    expect((await client().responses.retrieve(id)).output_text).toBe(output_text)
    const items = await client().responses.inputItems.list(id)
    expect(JSON.stringify(items.data)).toContain('Which book?')
    await client().responses.delete(id)
    await expect(client().responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['of somebody else', 'anna', true],
    ['that was not to be stored', 'berta', false],
  ])('is told by name that a response %s is not kept', async (_, owner, store) => {
    const { id } = await client(owner).responses.create({ model: 'text', input: 'Which book?', store })
    upstream.bodies.length = 0
    const goOn = client('berta').responses.create({ model: 'text', input: 'And?', previous_response_id: id })
    await expect(goOn).rejects.toMatchObject({ status: 400, param: 'previous_response_id', message: expect.stringContaining(id) })
    await expect(client('berta').responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
    const refers = client('berta').responses.create({ model: 'text', input: [{ type: 'item_reference', id: 'msg_1' }] })
    await expect(refers).rejects.toMatchObject({ status: 400, message: expect.stringContaining('msg_1') })
    expect(upstream.bodies).toEqual([])
  })
})

const answer = (id: string) => ({ id, output: [{ id: `msg_${id}_0`, type: 'message', content: 'x'.repeat(100) }] })

describe('the memory is bounded', () => {
  const limits = { owners: 2, responses: 3, characters: 1000 }

  test('by the number of responses: what was asked for last stays', async () => {
    const memory = createResponseMemory({ limits })
    for (const id of ['a', 'b', 'c']) memory.keep({ input: 'q' }, answer(id), 'anna')
    await memory.find('a', 'anna')
    memory.keep({ input: 'q' }, answer('d'), 'anna')
    const left = await Promise.all(['a', 'b', 'c', 'd'].map((id) => memory.find(id, 'anna')))
    expect(left.map((kept) => kept?.answer['id'])).toEqual(['a', undefined, 'c', 'd'])
    await expect(memory.recall({ input: [{ type: 'item_reference', id: 'msg_b_0' }] }, 'anna')).rejects.toThrow('msg_b_0')
  })

  test('by their length, and by the number of owners', async () => {
    const memory = createResponseMemory({ limits })
    memory.keep({ input: 'q'.repeat(900) }, answer('long'), 'anna')
    expect(await memory.find('long', 'anna')).toBeUndefined()
    memory.keep({ input: 'q'.repeat(500) }, answer('a'), 'anna')
    memory.keep({ input: 'q'.repeat(500) }, answer('b'), 'anna')
    expect(await memory.find('a', 'anna')).toBeUndefined()
    for (const owner of ['berta', 'clara']) memory.keep({ input: 'q' }, answer('z'), owner)
    expect(await memory.find('b', 'anna')).toBeUndefined()
  })

  test('a response that names itself as the one before it is not walked forever', async () => {
    const memory = createResponseMemory({ limits })
    memory.keep({ input: 'q', previous_response_id: 'a' }, answer('a'), 'anna')
    await expect(memory.recall({ input: 'q', previous_response_id: 'a' }, 'anna')).rejects.toThrow('`a`')
  })
})
