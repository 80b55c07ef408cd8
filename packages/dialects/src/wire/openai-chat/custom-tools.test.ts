import { describe, expect, test } from 'vitest'
import type { SpokenPart } from '../../canonical/part.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { openaiChat } from './openai-chat.ts'

const grammar = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "*** Begin Patch" LF' } }
const tools = [
  { type: 'custom', custom: { name: 'apply_patch', description: 'Edits files.', format: grammar } },
  { type: 'function', function: { name: 'look', parameters: { type: 'object' } } },
]
const read = (more: object = {}) =>
  openaiChat.readRequest({ model: 'm', messages: [{ role: 'user', content: 'hi' }], tools, ...more })
const context = () => ({ id: 'c', model: 'm', created: 1, tools: read().tools ?? [] })
const events = (value: SpokenPart): readonly StreamEvent[] => [
  { type: 'message-start', messageId: 'x', model: 'm' },
  { type: 'part-end', part: 0, value },
  { type: 'message-end', reason: 'calls' },
]
const call: SpokenPart = { type: 'tool-call', id: 'c1', name: 'apply_patch', input: { input: '*** "x"\n' } }
const told = { id: 'c1', type: 'custom', custom: { name: 'apply_patch', input: '*** "x"\n' } }

describe('a custom tool at the chat door', () => {
  test('is told to models as one parameter, with its grammar in words', () => {
    expect(read().tools?.[0]).toMatchObject({
      name: 'apply_patch',
      description: expect.stringMatching(/^Edits files\.[^]*lark[^]*Begin Patch/),
      parameters: { properties: { input: { type: 'string' } }, required: ['input'] },
    })
  })

  test('can be chosen, and allowed', () => {
    expect(read({ tool_choice: { type: 'custom', custom: { name: 'apply_patch' } } }).toolChoice).toEqual({ name: 'apply_patch' })
    const allowed = { mode: 'auto', tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] }
    const { tools: left } = read({ tool_choice: { type: 'allowed_tools', allowed_tools: allowed } })
    expect(left?.map(({ name }) => name)).toEqual(['apply_patch'])
  })

  test('is called as its client knows it, whole and in a stream', () => {
    const whole = openaiChat.writeAnswer(events(call), context())
    expect(whole).toMatchObject({ choices: [{ message: { tool_calls: [told] }, finish_reason: 'tool_calls' }] })
    const stream = openaiChat.createWriter(context()).push(events(call))
    expect(stream).toContain(JSON.stringify({ tool_calls: [{ index: 0, ...told }] }))
    expect(stream).not.toContain('"function"')
    expect(stream).toContain('"finish_reason":"tool_calls"')
  })

  test('that broke off cannot be run: it is told as words', () => {
    const stream = openaiChat.createWriter(context()).push([
      { type: 'message-start', messageId: 'x', model: 'm' },
      { type: 'part-start', part: 0, kind: 'tool-call', callId: 'c1', name: 'apply_patch' },
      { type: 'part-delta', part: 0, text: '{"input": "*** Del' },
      {
        type: 'part-end',
        part: 0,
        value: { type: 'broken-call', id: 'c1', name: 'apply_patch', source: 'half of it', problem: 'It broke off.' },
      },
      { type: 'message-end', reason: 'length' },
    ])
    expect(stream).toContain('"content":"half of it"')
    expect(stream).not.toMatch(/tool_calls|Del/)
  })

  test('stands in the conversation with its result', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [told] },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ]
    expect(read({ messages }).messages.slice(1)).toMatchObject([
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'apply_patch', input: { input: '*** "x"\n' } }] },
      { role: 'tool', parts: [{ callId: 'c1', name: 'apply_patch' }] },
    ])
  })
})
