import type { ChatRequest, StreamEvent } from '@parley/dialects'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { respond } from '../testing/play.ts'
import { scripted } from '../testing/scripted.ts'
import { withMeantCall } from './with-meant-call.ts'

const tool = (name: string) => ({
  type: 'function',
  function: { name, description: `does ${name}`, parameters: { type: 'object' } },
})
const call = (name: string) => `<tool_call>{"name": "${name}", "arguments": {"a": 1}}</tool_call>`
const named = (name: string) => ({ type: 'function', function: { name } })

/** Asks a text-only model that says these things, one after the other. */
async function ask(says: readonly string[], more: object) {
  const { provider, requests } = scripted(says.map((content) => ({ content })))
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' } }), { providers: [provider] })
  const body = JSON.stringify({
    model: 'scripted@hermes',
    messages: [{ role: 'user', content: 'go' }],
    tools: [tool('f'), tool('g')],
    ...more,
  })
  const response = await app.request('/v1/chat/completions', { method: 'POST', body })
  return { status: response.status, text: await response.text(), requests }
}

const words = (request: ChatRequest | undefined) => JSON.stringify(request?.messages)

test('a model that calls at once is asked once', async () => {
  const { text, requests } = await ask([call('f')], { tool_choice: 'required' })
  expect(JSON.parse(text)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
  expect(requests).toHaveLength(1)
})

test('an answer that comes in one batch of very many events is passed on', async () => {
  const said = Array.from({ length: 200_000 }, (): StreamEvent => ({ type: 'part-delta', part: 0, text: 'x' }))
  const batch: readonly StreamEvent[] = [
    { type: 'message-start', messageId: 'm', model: 'scripted' },
    { type: 'part-start', part: 0, kind: 'text' },
    ...said,
    { type: 'part-end', part: 0, value: { type: 'text', text: 'x'.repeat(said.length) } },
    { type: 'message-end', reason: 'done' },
  ]
  const answer = withMeantCall({ required: true, readable: true, spoken: { way: 'native', reason: { message: 'asked for' } } })(
    async function* () {
      yield batch
    },
  )
  const request = { model: 'm', messages: [], tools: [{ name: 'f', description: '', parameters: {} }] }
  let told = 0
  for await (const events of answer(request, new AbortController().signal)) told += events.length
  expect(told).toBe(batch.length)
})

test('a model that only talks is asked once more, and the client sees one answer', async () => {
  const { text, requests } = await ask(['With pleasure.', call('f')], { tool_choice: 'required' })
  expect(JSON.parse(text)).toMatchObject({
    choices: [{ finish_reason: 'tool_calls', message: { content: 'With pleasure.', tool_calls: [{ function: { name: 'f' } }] } }],
  })
  expect(words(requests[1])).toMatch(/With pleasure\..*You have not called a tool\. Call one of your tools now/)
})

test('a model that still does not call is a fault, as a status and in a stream', async () => {
  const whole = await ask(['No.', 'Never.'], { tool_choice: 'required' })
  expect(whole.status).toBe(502)
  expect(JSON.parse(whole.text)).toMatchObject({
    error: { message: expect.stringMatching(/did not call.*asked twice.*the way `[a-z-]+`: /) },
  })
  expect(whole.requests).toHaveLength(2)
  const streamed = await ask(['No.', 'Never.'], { tool_choice: 'required', stream: true })
  expect(streamed.text).toMatch(/"content":"No\.".*"error":\{"message":"The model did not call/s)
  expect(streamed.text).not.toContain('[DONE]')
})

test('a named tool is the only one that is taught, and a call of another one is not passed on', async () => {
  const { text, requests } = await ask([call('f'), call('g')], { tool_choice: named('g') })
  const [choice] = JSON.parse(text).choices
  expect(choice.message.tool_calls).toMatchObject([{ function: { name: 'g' } }])
  expect(words(requests[0])).not.toContain('does f')
  expect(words(requests[1])).toContain('Call `g` now')
})

test('streamed indices have no gap where a call was left out', async () => {
  const { text } = await ask([`Well. ${call('f')}`, call('g')], { tool_choice: named('g'), stream: true })
  expect(text).toMatch(/"index":0,"id":"[^"]+","type":"function","function":\{"name":"g"/)
  expect(text).not.toContain('"name":"f"')
  expect(text).toMatch(/"finish_reason":"tool_calls".*\[DONE\]/s)
})

test('a required call that could not be read is told as it is where a person sees it, and asked for again where nobody would', async () => {
  const broken = '<tool_call>{"name": "f", "arguments": {"a": </tool_call>'
  const stranger = await ask([broken, call('f')], { tool_choice: 'required' })
  expect(stranger.requests).toHaveLength(2)
  const { provider, requests } = scripted([{ content: broken }])
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' } }), { providers: [provider] })
  const parameters = { type: 'object' } as const
  const messages = [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'go' }] }] as const
  const request: ChatRequest = {
    model: 'scripted@hermes',
    messages,
    tools: [{ name: 'f', description: 'does f', parameters }],
    toolChoice: 'required',
  }
  const events = await respond(app, request)
  expect(events).toContainEqual(expect.objectContaining({ value: expect.objectContaining({ type: 'broken-call' }) }))
  expect(requests).toHaveLength(1)
})

test('a tool that is not there cannot be required', async () => {
  const { status, text } = await ask([], { tool_choice: named('h') })
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ error: { param: 'tool_choice', message: expect.stringContaining('no tool `h`') } })
  expect((await ask([], { tool_choice: 'required', tools: [] })).status).toBe(400)
})

const HALF = '<tool_call>{"name": "f", "arguments": {"a": "hal'

test('a model whose only call cannot be read is asked once more, and the answer does not look finished before', async () => {
  const whole = await ask([HALF, call('f')], {})
  expect(whole.requests).toHaveLength(2)
  expect(words(whole.requests[1])).toMatch(/Your call could not be read.*Write the whole call again/)
  expect(JSON.parse(whole.text)).toMatchObject({
    choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] } }],
  })
  const streamed = await ask([HALF, call('f')], { stream: true })
  expect(streamed.text).toContain('must not run')
  expect(streamed.text).toContain('"finish_reason":"tool_calls"')
})

test('a call that cannot be read twice is a fault, as a status and in a stream', async () => {
  const whole = await ask([HALF, HALF], {})
  expect(whole.status).toBe(502)
  expect(JSON.parse(whole.text)).toMatchObject({
    error: { message: expect.stringMatching(/could not be read.*asked for it twice.*the way `[a-z-]+`: /) },
  })
  const streamed = await ask([HALF, HALF], { stream: true })
  expect(streamed.text).toContain('could not be read')
  expect(streamed.text).not.toMatch(/\[DONE\]|"finish_reason":"/)
})

test('a call that can be read beside one that cannot is enough: the client answers both', async () => {
  const { requests, text } = await ask([`${call('f')}\n${HALF}`], {})
  expect(requests).toHaveLength(1)
  expect(JSON.parse(text)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
})

test('a call that was only thought of is no call: what was said stands, and a model that said nothing is asked once more', async () => {
  const thought = `<think>I could do ${call('f')}</think>`
  const said = await ask([`${thought}It is done.`], {})
  expect(said.requests).toHaveLength(1)
  expect(JSON.parse(said.text)).toMatchObject({
    choices: [{ finish_reason: 'stop', message: { content: 'It is done.', reasoning_content: expect.any(String) } }],
  })
  const silent = await ask([thought, call('f')], {})
  expect(silent.requests).toHaveLength(2)
  expect(JSON.parse(silent.text)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
})
