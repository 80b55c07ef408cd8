import { isJsonObject, type JsonObject } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AppParts, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { scripted } from '../testing/scripted.ts'
import { defineBackendTool } from '../tools/backend-tool.ts'

const config = readConfig({ env: { PARLEY_DEMO_PACE: '0', PARLEY_DISCOVER: 'no' } })
const app = createApp(config)

async function chat(body: object, to = app): Promise<JsonObject[]> {
  const response = await to.request('/api/chat', { method: 'POST', body: JSON.stringify(body) })
  const received = await response.text()
  expect(response.status, received).toBe(200)
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  expect(received.endsWith('data: [DONE]\n\n')).toBe(true)
  const chunks: unknown[] = received
    .split('\n\n')
    .slice(0, -2)
    .map((line) => JSON.parse(line.replace(/^data: /, '')))
  return chunks.filter(isJsonObject)
}

const text = (chunk: JsonObject, key: string) => (typeof chunk[key] === 'string' ? chunk[key] : '')
const of = (chunks: readonly JsonObject[], type: string) => chunks.filter((chunk) => chunk['type'] === type)
const words = (chunks: readonly JsonObject[]) =>
  of(chunks, 'text-delta')
    .map((chunk) => text(chunk, 'delta'))
    .join('')

const QUESTION = { role: 'user', content: '计算 1000 以内的所有素数之和。' }

describe('the reference conversation', () => {
  const disguises: readonly [string, (id: unknown, code: unknown) => readonly [string, string]][] = [
    [
      'JSON_Strict',
      (id, code) => [
        `我将使用浏览器执行工具。\n\n${JSON.stringify({ tool_calls: [{ id, type: 'function', function: { name: 'browser_js_eval', arguments: JSON.stringify({ code }) } }] }, null, 2)}`,
        `{\n   "tool_call_result": {\n      "toolCallId": "${String(id)}",\n      "result": 76127\n   }\n}`,
      ],
    ],
    [
      'XML_Tag',
      (id, code) => [
        `<tool_code>\n${JSON.stringify({ name: 'browser_js_eval', arguments: { code } })}\n</tool_code>`,
        `<tool_result>\n  <id>${String(id)}</id>\n  <content>\n    76127\n  </content>\n</tool_result>`,
      ],
    ],
    [
      'canonical-xml',
      (_, code) => [
        `<tool name="browser_js_eval"><param name="code">${String(code).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</param></tool>`,
        '<tool_result name="browser_js_eval" status="success"><content>76127</content></tool_result>',
      ],
    ],
  ]

  test.each(disguises)('%s streams the call, and a disguised result gets the final answer', async (toolParadigm, disguise) => {
    const settings = { mode: 'chat', model: 'demo-scripted', enabledTools: ['browser_js'], toolParadigm }
    const chunks = await chat({ messages: [QUESTION], config: settings })
    const [call] = of(chunks, 'tool-input-available')
    expect(call).toMatchObject({ toolName: 'browser_js_eval', input: { code: expect.stringContaining('sumPrimes(1001)') } })
    const typed = of(chunks, 'tool-input-delta')
      .map((chunk) => text(chunk, 'inputTextDelta'))
      .join('')
    expect(JSON.parse(typed)).toEqual(call?.['input'])
    expect(of(chunks, 'finish')[0]).toMatchObject({ finishReason: 'tool-calls', messageMetadata: { demo: true } })

    const input = isJsonObject(call?.['input']) ? call['input'] : {}
    const [said, told] = disguise(call?.['toolCallId'], input['code'])
    const history = [QUESTION, { role: 'assistant', content: said }, { role: 'user', content: told }]
    expect(words(await chat({ messages: history, config: settings }))).toBe('计算完成。1000 以内的所有素数之和为 76127。')
    const native = { ...settings, enableToolCall: true }
    expect(words(await chat({ messages: history, config: native }))).toBe('计算完成。1000 以内的所有素数之和为 76127。')
  })

  test('native: real calls and tool messages', async () => {
    const settings = { model: 'demo-scripted', enabledTools: ['browser_js'], toolParadigm: 'native' }
    const [call] = of(await chat({ messages: [QUESTION], config: settings }), 'tool-input-available')
    const tool_calls = [
      {
        id: call?.['toolCallId'],
        type: 'function',
        function: { name: 'browser_js_eval', arguments: JSON.stringify(call?.['input']) },
      },
    ]
    const history = [
      QUESTION,
      { role: 'assistant', content: '', tool_calls },
      { role: 'tool', tool_call_id: call?.['toolCallId'], content: '76127' },
    ]
    expect(words(await chat({ messages: history, config: settings }))).toContain('76127')
  })

  test('as one JSON document', async () => {
    const headers = { accept: 'application/json' }
    const body = JSON.stringify({ messages: [QUESTION], config: { enabledTools: ['browser_js'] } })
    const response = await app.request('/api/chat', { method: 'POST', body, headers })
    expect(await response.json()).toMatchObject({
      role: 'assistant',
      content: expect.stringContaining('我将使用浏览器执行工具'),
      parts: [{ type: 'step-start' }, { type: 'text' }, { type: 'tool-browser_js_eval', state: 'input-available' }],
      finishReason: 'tool-calls',
      metadata: { model: 'demo-scripted', demo: true },
    })
  })
})

test('page tools arrive with the request, and their results come back in UI messages', async () => {
  const tools = { ask_color: { description: 'Ask', parameters: { type: 'object', properties: { q: { type: 'string' } } } } }
  const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Call the tool ask_color with {"q": "which?"}' }] }
  for (const toolParadigm of ['native', 'hermes']) {
    const [call] = of(
      await chat({ messages: [question], tools, config: { model: 'demo-scripted', toolParadigm } }),
      'tool-input-available',
    )
    const answered = {
      id: 'a1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'I call ask_color.' },
        {
          type: 'tool-ask_color',
          toolCallId: call?.['toolCallId'],
          state: 'output-available',
          input: call?.['input'],
          output: { color: 'red' },
        },
      ],
    }
    const chunks = await chat({ messages: [question, answered], tools, config: { model: 'demo-scripted', toolParadigm } })
    expect(of(chunks, 'start')[0]).toMatchObject({ messageId: 'a1' })
    expect(words(chunks)).toBe('ask_color answered: {"color":"red"}')
  }
})

describe('bad input', () => {
  test.each([
    [{ messages: [] }, /`messages`/],
    [{ messages: [{ role: 'king', content: 'x' }] }, /`messages\[0\]\.role`/],
    [{ messages: [QUESTION], config: { mode: 'dance' } }, /`config\.mode`/],
    [{ messages: [QUESTION], config: { mode: 'agent' } }, /has no agent/],
    [
      { messages: [QUESTION], config: { enabledTools: ['rockets'] } },
      /no toolset or tool `rockets`.*browser_js, vfs, browser_js_eval/,
    ],
    [{ messages: [QUESTION], model: 'demo' }, /`model` belongs in `config`\. Move it there/],
    [{ messages: [QUESTION], tools: { f: { parameters: 7 } } }, /`tools\.f\.parameters`/],
    [{ messages: [QUESTION], tools: { read_file: {} }, config: { enabledTools: ['vfs'] } }, /`read_file` is declared twice/],
    [{ messages: [{ role: 'assistant', parts: [{ type: 'tool-x' }] }] }, /`messages\[0\]\.parts\[0\]\.toolCallId`/],
    [{ messages: [{ role: 'user', parts: [{ type: 'text' }] }] }, /`messages\[0\]\.parts\[0\]\.text`/],
  ])('%j', async (body, message) => {
    const response = await app.request('/api/chat', { method: 'POST', body: JSON.stringify(body) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fault: { message: expect.stringMatching(message) } })
  })
})

const call = (name: string, input: object, id = 'c1') => ({
  tool_calls: [{ index: 0, id, function: { name, arguments: JSON.stringify(input) } }],
})

describe('backend tools', () => {
  const ran: unknown[] = []
  const tools = [
    defineBackendTool({
      name: 'add',
      description: 'Adds',
      input: z.object({ a: z.number(), b: z.number() }),
      run: async ({ a, b }) => ({ data: a + b }),
    }),
    defineBackendTool({
      name: 'pay',
      description: 'Pays',
      input: z.object({ amount: z.number() }),
      approval: ({ amount }) => (amount > 10 ? 'It is a lot of money.' : undefined),
      run: async (input) => {
        ran.push(input)
        return `paid ${input.amount}`
      },
    }),
    defineBackendTool({ name: 'hang', description: 'Hangs', input: z.object({}), run: () => new Promise(() => undefined) }),
    defineBackendTool({
      name: 'fail',
      description: 'Fails',
      input: z.object({}),
      run: () => Promise.reject(new Error('no luck')),
    }),
  ]
  const appWith = (script: Parameters<typeof scripted>[0], more: AppParts = {}) => {
    const model = scripted(script)
    const limits = { ...config.limits, steps: 3, toolMs: 50 }
    return {
      ...model,
      app: createApp({ ...config, limits, secret: 'a secret for tests' }, { tools, providers: [model.provider], ...more }),
    }
  }
  const ask = {
    messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] }],
    config: { model: 'scripted', toolParadigm: 'native' },
  }

  test('run in the same turn, and the model answers with their result', async () => {
    const { app: own, requests } = appWith([call('add', { a: 2, b: 3 }), { content: 'It is 5.' }])
    const chunks = await chat(ask, own)
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'start-step',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'finish-step',
      'tool-output-available',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
    expect(of(chunks, 'tool-output-available')[0]).toMatchObject({ toolCallId: 'c1', output: 5 })
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ callId: 'c1', outcome: 'ok', data: 5 }] })
  })

  test.each([
    ['add', { a: 'two', b: 3 }, /`a` is wrong/],
    ['hang', {}, /longer than 0.05 seconds/],
    ['fail', {}, /The tool failed: no luck/],
  ])('%s %j ends as an error the model can read', async (name, input, message) => {
    const { app: own, requests } = appWith([call(name, input), { content: 'sorry' }])
    const chunks = await chat(ask, own)
    expect(of(chunks, 'tool-output-error')[0]).toMatchObject({ errorText: expect.stringMatching(message) })
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ outcome: 'error' }] })
  })

  test('a model that never stops calling is stopped', async () => {
    const { app: own } = appWith(Array.from({ length: 9 }, (_, index) => call('add', { a: 1, b: 1 }, `c${index}`)))
    const chunks = await chat(ask, own)
    expect(of(chunks, 'error')[0]).toMatchObject({ errorText: expect.stringMatching(/called tools 3 times/) })
    expect(of(chunks, 'finish')).toEqual([])
  })

  test('a call of the page ends the turn, because the page must run it', async () => {
    const { app: own, requests } = appWith([call('page_tool', {})])
    const chunks = await chat({ ...ask, tools: { page_tool: { description: 'x', parameters: { type: 'object' } } } }, own)
    expect(of(chunks, 'finish')[0]).toMatchObject({ finishReason: 'tool-calls' })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['page_tool', 'add', 'pay', 'hang', 'fail'])
  })

  /** The assistant message as a client sends it back after the user has decided. */
  const decided = (name: string, input: object, approval: object) => [
    ...ask.messages,
    {
      id: 'a1',
      role: 'assistant',
      parts: [{ type: 'step-start' }, { type: `tool-${name}`, toolCallId: 'c1', state: 'approval-responded', input, approval }],
    },
  ]

  async function requested() {
    const { app: own } = appWith([call('pay', { amount: 50 })])
    const chunks = await chat(ask, own)
    const [request] = of(chunks, 'tool-approval-request')
    expect(request).toMatchObject({ toolCallId: 'c1', reason: 'It is a lot of money.' })
    expect(ran).toEqual([])
    return { id: request?.['approvalId'], signature: request?.['signature'] }
  }

  test('what the user allowed runs once the seal fits, on any replica with the same secret', async () => {
    const approval = { ...(await requested()), approved: true }
    const { app: other, requests } = appWith([{ content: 'Paid.' }])
    const chunks = await chat({ ...ask, messages: decided('pay', { amount: 50 }, approval) }, other)
    expect(of(chunks, 'tool-output-available')[0]).toMatchObject({ toolCallId: 'c1', output: 'paid 50' })
    expect(ran.splice(0)).toEqual([{ amount: 50 }])
    expect(requests[0]?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ outcome: 'ok' }] })
  })

  test.each([
    ['other arguments', { amount: 5000 }, {}],
    ['a forged signature', { amount: 50 }, { signature: 'f'.repeat(64) }],
    ['another request', { amount: 50 }, { id: 'other' }],
    ['no signature', { amount: 50 }, { signature: undefined }],
  ])('%s do not pass for the allowed call', async (_, input, change) => {
    const approval = { ...(await requested()), approved: true, ...change }
    const { app: own, requests } = appWith([{ content: 'Hm.' }])
    const chunks = await chat({ ...ask, messages: decided('pay', input, approval) }, own)
    expect(of(chunks, 'tool-output-denied')).toHaveLength(1)
    expect(ran).toEqual([])
    expect(requests[0]?.messages.at(-1)).toMatchObject({ parts: [{ outcome: 'denied' }] })
  })

  test('one approval is one effect, however many requests bring it at once', async () => {
    const approval = { ...(await requested()), approved: true }
    const { app: own } = appWith(Array.from({ length: 5 }, () => ({ content: 'Paid.' })))
    const body = { ...ask, messages: decided('pay', { amount: 50 }, approval) }
    const all = await Promise.all(Array.from({ length: 5 }, () => chat(body, own)))
    expect(all.flatMap((chunks) => of(chunks, 'tool-output-available'))).toHaveLength(1)
    expect(all.flatMap((chunks) => of(chunks, 'tool-output-denied'))).toHaveLength(4)
    expect(ran.splice(0)).toEqual([{ amount: 50 }])
  })

  test('the approval is the key under which the tool does its effect once', async () => {
    const keys: unknown[] = []
    const pay = defineBackendTool({
      name: 'pay',
      description: 'Pays',
      input: z.object({ amount: z.number() }),
      approval: true,
      run: async (_, { idempotencyKey }) => String(keys.push(idempotencyKey)),
    })
    const first = appWith([call('pay', { amount: 50 }), { content: 'Paid.' }], { tools: [pay] })
    const [request] = of(await chat(ask, first.app), 'tool-approval-request')
    const approval = { id: request?.['approvalId'], signature: request?.['signature'], approved: true }
    await chat({ ...ask, messages: decided('pay', { amount: 50 }, approval) }, first.app)
    expect(keys).toEqual([approval.id])
  })

  test.each([
    ['another owner', ask, { ownerOf: () => 'ben' }],
    ['another thread', { ...ask, config: { ...ask.config, threadId: 'other' } }, {}],
    ['another question', { ...ask, messages: [{ ...ask.messages[0], id: 'u2' }] }, {}],
    ['next month', ask, { now: () => Date.now() + 30 * 86_400_000 }],
  ])('an approval is not for %s', async (_, asked, parts) => {
    const approval = { ...(await requested()), approved: true }
    const { app: own } = appWith([{ content: 'Hm.' }], parts)
    const [, answer] = decided('pay', { amount: 50 }, approval)
    const chunks = await chat({ ...asked, messages: [...asked.messages, answer] }, own)
    expect(of(chunks, 'tool-output-denied')).toHaveLength(1)
    expect(ran).toEqual([])
  })

  test('a refusal reaches the model with its reason, and small sums need none', async () => {
    const { app: own, requests } = appWith([{ content: 'Fine.' }])
    await chat({ ...ask, messages: decided('pay', { amount: 50 }, { id: 'x', approved: false, reason: 'too much' }) }, own)
    expect(requests[0]?.messages.at(-1)).toMatchObject({
      parts: [{ outcome: 'denied', content: [{ text: expect.stringContaining('too much') }] }],
    })
    const small = appWith([call('pay', { amount: 5 }), { content: 'Done.' }])
    expect(of(await chat(ask, small.app), 'tool-output-available')).toHaveLength(1)
    expect(ran.splice(0)).toEqual([{ amount: 5 }])
  })

  test('a call of the page that the user refused is told the model as refused, not as one to run', async () => {
    const { app: own, requests } = appWith([{ content: 'Fine.' }])
    const chunks = await chat({ ...ask, messages: decided('page_tool', {}, { id: 'x', approved: false, reason: 'no' }) }, own)
    expect(of(chunks, 'tool-output-denied')).toHaveLength(1)
    const told = JSON.stringify(requests[0]?.messages.at(-1))
    expect(told).toContain('"outcome":"denied"')
    expect(told).not.toContain('runs in the page')
  })

  test('the server does not run a tool of the page, whatever it is told', async () => {
    const { app: own } = appWith([{ content: 'Oh.' }])
    const chunks = await chat({ ...ask, messages: decided('page_tool', {}, { id: 'x', approved: true, signature: 'y' }) }, own)
    expect(of(chunks, 'tool-output-error')[0]).toMatchObject({
      errorText: expect.stringMatching(/runs in the page, not on the server/),
    })
  })
})
