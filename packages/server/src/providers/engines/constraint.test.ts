import type { ChatRequest, ToolSpec } from '@parley/dialects'
import { dialectOfGivenShape } from '@parley/dialects/model-files'
import { describe, expect, test } from 'vitest'
import { DONE } from '../../testing/chunks.ts'
import { openaiCompatible } from '../openai-compatible.ts'

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'find_book',
    description: '',
    parameters: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  },
]
const signal = new AbortController().signal

/** The body that a server which calls itself so is sent. */
async function sent(owner: string, taught: Partial<NonNullable<ChatRequest['taught']>>): Promise<Record<string, unknown>> {
  let body = '{}'
  const provider = openaiCompatible({
    id: 'p',
    label: 'P',
    url: 'http://p.invalid/v1',
    models: [],
    speech: {},
    patience: { first: 1000, next: 1000 },
    newId: () => 'id',
    fetch: async (url, init) => {
      if (url.endsWith('/models')) return Response.json({ data: [{ id: 'm', owned_by: owner }] })
      body = String(init.body)
      return new Response(DONE, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  await provider.models(signal)
  const request: ChatRequest = { model: 'm', messages: [], taught: { dialect: 'hermes', tools: TOOLS, ...taught } }
  for await (const batch of provider.respond(request, signal)) void batch
  return JSON.parse(body)
}

describe('a server is constrained in the fields that it takes, found out from its list of models', () => {
  test.each([
    ['vllm', { structured_outputs: { grammar: expect.stringContaining('root ::=') } }],
    ['sglang', { ebnf: expect.stringContaining('root ::=') }],
  ])('%s: a required call from the first token', async (owner, fields) => {
    expect(await sent(owner, { choice: 'required' })).toMatchObject(fields)
  })

  test.each(['vllm', 'sglang'])('%s: a free answer only where a call begins', async (owner) => {
    const body = await sent(owner, {})
    expect(body['response_format']).toEqual({
      type: 'structural_tag',
      structures: [
        {
          begin: '<tool_call>\n{"name": "find_book", "arguments": ',
          schema: TOOLS[0]?.parameters,
          end: '}\n</tool_call>',
        },
      ],
      triggers: ['<tool_call>'],
    })
    expect(body).not.toHaveProperty('ebnf')
    expect(body).not.toHaveProperty('structured_outputs')
  })

  test('one that takes JSON Schema alone, where the whole answer is JSON', async () => {
    expect(await sent('organization_owner', { dialect: 'json-strict', choice: { name: 'find_book' } })).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { properties: { tool_calls: { minItems: 1 } }, required: ['tool_calls'] } },
      },
    })
    expect(await sent('organization_owner', { dialect: 'json-strict' })).not.toHaveProperty('response_format')
    expect(await sent('organization_owner', { choice: 'required' })).not.toHaveProperty('response_format')
  })

  test.each(['openai', 'somebody', 'constructor'])('one that nobody knows (%s) is sent no such field', async (owner) => {
    const body = await sent(owner, { choice: 'required' })
    for (const field of ['grammar', 'ebnf', 'structured_outputs', 'response_format', 'format'])
      expect(body).not.toHaveProperty(field)
  })
})

const taught = (dialect: string): ChatRequest => ({
  model: 'm',
  messages: [],
  taught: { dialect, tools: TOOLS, choice: 'required' },
})
const OWN = dialectOfGivenShape(
  { version: 1, calls: { kind: 'json', call: ['<|do|>', '<|done|>'] } },
  { id: 'shape-m', title: 'M', path: 'shape' },
)

/** How often it was asked, and the bodies it was sent in the end. */
async function asked(
  list: () => Response,
  requests: readonly ChatRequest[],
): Promise<{ readonly lists: number; readonly bodies: readonly Record<string, unknown>[] }> {
  let lists = 0
  const bodies: Record<string, unknown>[] = []
  const provider = openaiCompatible({
    id: 'p',
    label: 'P',
    url: 'http://p.invalid/v1',
    models: [{ id: 'm', speaks: OWN }],
    speech: {},
    patience: { first: 1000, next: 1000 },
    newId: () => 'id',
    fetch: async (url, init) => {
      if (url.endsWith('/models')) {
        lists++
        return list()
      }
      bodies.push(JSON.parse(String(init.body)))
      return new Response(DONE, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  for (const request of requests) for await (const batch of provider.respond(request, signal)) void batch
  return { lists, bodies }
}

describe('a server whose models are configured is asked who it is, before the first model is taught', () => {
  test('and constrained, once for all requests', async () => {
    const { lists, bodies } = await asked(
      () => Response.json({ data: [{ id: 'm', owned_by: 'vllm' }] }),
      [taught('hermes'), taught('hermes')],
    )
    expect(lists).toBe(1)
    expect(bodies).toMatchObject([{ structured_outputs: {} }, { structured_outputs: {} }])
  })

  test('also in a dialect that only this model speaks', async () => {
    const { bodies } = await asked(() => Response.json({ data: [{ id: 'm', owned_by: 'vllm' }] }), [taught('shape-m')])
    expect(bodies[0]).toMatchObject({ structured_outputs: { grammar: expect.stringContaining('<|do|>') } })
  })

  test('and one that cannot say it is asked three times and no more, and answers all the same', async () => {
    const { lists, bodies } = await asked(() => new Response('', { status: 404 }), Array(5).fill(taught('hermes')))
    expect(lists).toBe(3)
    expect(bodies).toHaveLength(5)
    expect(bodies[0]).not.toHaveProperty('structured_outputs')
  })

  test('but not where nothing is taught', async () => {
    const { lists } = await asked(() => Response.json({ data: [] }), [{ model: 'm', messages: [] }])
    expect(lists).toBe(0)
  })
})
