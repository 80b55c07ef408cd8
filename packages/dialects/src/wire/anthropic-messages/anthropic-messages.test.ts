import { describe, expect, it } from 'vitest'
import type { ChatRequest, Message } from '../../canonical/message.ts'
import { deniedWords } from '../../canonical/outcome-words.ts'
import { anthropicMessages } from './anthropic-messages.ts'

const { readRequest, writeRequest, readAnswer, writeFault, createReader } = anthropicMessages
const ask = (text: string): Message => ({ role: 'user', id: 'u', parts: [{ type: 'text', text }] })
const tool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}
const request = (fields: Partial<ChatRequest>): ChatRequest => ({ model: 'claude', messages: [ask('go')], ...fields })

describe('writing a request', () => {
  it('puts the system apart, results at the head of the next user message, and echoes only its own proofs', () => {
    const body = writeRequest({
      model: 'claude',
      messages: [
        { role: 'system', id: 's', parts: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          id: 'u',
          parts: [
            { type: 'text', text: 'Look:' },
            { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
          ],
        },
        {
          role: 'assistant',
          id: 'a',
          parts: [
            { type: 'reasoning', text: 'Mine.', signature: 'anthropic-messages:c2ln' },
            { type: 'reasoning', text: '', signature: 'anthropic-messages/redacted:ZGF0YQ==' },
            { type: 'reasoning', text: 'Of another vendor.', signature: 'gemini-generate:eA==' },
            { type: 'reasoning', text: 'Unsigned.' },
            { type: 'text', text: 'Reading.' },
            { type: 'tool-call', id: 'call_1', name: 'read_file', input: { path: '/a' } },
            { type: 'tool-call', id: 'call_2', name: 'read_file', input: { path: '/b' } },
          ],
        },
        {
          role: 'tool',
          id: 't',
          parts: [
            { type: 'tool-result', callId: 'call_2', name: 'read_file', outcome: 'denied', content: [] },
            {
              type: 'tool-result',
              callId: 'call_1',
              name: 'read_file',
              outcome: 'ok',
              content: [
                { type: 'text', text: 'A' },
                { type: 'file', mediaType: 'image/jpeg', data: '/9j/' },
              ],
            },
          ],
        },
        ask('And now?'),
      ],
      tools: [tool],
      toolChoice: 'required',
      parallelCalls: false,
      settings: { temperature: 0.5, topP: 0.9, maxTokens: 100, stop: ['END'] },
    })
    expect(body).toEqual({
      model: 'claude',
      system: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Mine.', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'ZGF0YQ==' },
            { type: 'text', text: 'Reading.' },
            { type: 'tool_use', id: 'call_1', name: 'read_file', input: { path: '/a' } },
            { type: 'tool_use', id: 'call_2', name: 'read_file', input: { path: '/b' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'call_1',
              content: [
                { type: 'text', text: 'A' },
                { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/' } },
              ],
            },
            { type: 'tool_result', tool_use_id: 'call_2', content: deniedWords(), is_error: true },
            { type: 'text', text: 'And now?' },
          ],
        },
      ],
      tools: [{ name: 'read_file', description: 'Reads a file.', input_schema: tool.parameters }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      max_tokens: 100,
      temperature: 0.5,
      stop_sequences: ['END'],
    })
  })

  it.each([
    [undefined, undefined, undefined],
    ['auto', undefined, { type: 'auto' }],
    ['none', false, { type: 'none' }],
    [{ name: 'read_file' }, undefined, { type: 'tool', name: 'read_file' }],
    [undefined, false, { type: 'auto', disable_parallel_tool_use: true }],
  ] as const)('choice %j with parallel calls %j becomes %j', (toolChoice, parallelCalls, expected) => {
    const body = writeRequest(
      request({
        tools: [tool],
        ...(toolChoice !== undefined && { toolChoice }),
        ...(parallelCalls !== undefined && { parallelCalls }),
      }),
    )
    expect(body['tool_choice']).toEqual(expected)
  })

  it('declares the tools of the history when none are offered, because the vendor refuses calls without tools', () => {
    const body = writeRequest(
      request({
        messages: [
          ask('go'),
          { role: 'assistant', id: 'a', parts: [{ type: 'tool-call', id: 'x', name: 'old.tool', input: {} }] },
        ],
      }),
    )
    expect(body['tools']).toEqual([{ name: expect.stringMatching(/^old_tool_\w{14}$/), input_schema: { type: 'object' } }])
    expect(body['tool_choice']).toEqual({ type: 'none' })
  })

  it('renames a forbidden tool everywhere, and the reader finds it again', () => {
    const odd = { ...tool, name: 'files.read all' }
    const body = writeRequest(request({ tools: [odd], toolChoice: { name: odd.name } }))
    const [{ name }] = body['tools'] as unknown as [{ name: string }]
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(body['tool_choice']).toEqual({ type: 'tool', name })
    const reader = createReader({ newId: () => 'id', tools: [odd] })
    const events = reader.push(
      JSON.stringify({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name, input: {} } }),
    )
    expect(events).toContainEqual({ type: 'part-start', part: 0, kind: 'tool-call', callId: 't', name: 'files.read all' })
  })

  it('demands nothing of a text file but its words, and tells of a file that cannot be sent', () => {
    const body = writeRequest(
      request({
        messages: [
          {
            role: 'user',
            id: 'u',
            parts: [
              { type: 'file', mediaType: 'text/markdown', data: 'IyBIaQ==', name: 'hi.md' },
              { type: 'file', mediaType: 'application/pdf', data: 'https://example.org/a.pdf', name: 'a.pdf' },
              { type: 'file', mediaType: 'audio/wav', data: 'UklG', name: 'song.wav' },
            ],
          },
        ],
      }),
    )
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# Hi' }, title: 'hi.md' },
          { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' }, title: 'a.pdf' },
          { type: 'text', text: '[file song.wav]' },
        ],
      },
    ])
  })

  it('gives the limit that the format demands when nobody set one', () => {
    expect(writeRequest(request({}))['max_tokens']).toBe(8192)
  })
})

describe('reading a request', () => {
  it('splits results from words and finds their names', () => {
    const read = readRequest({
      model: 'claude',
      max_tokens: 5,
      system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'T', signature: 'c2ln' },
            { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: '/a' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: 'gone', is_error: true },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
      tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    })
    const cached = { format: 'anthropic-messages', fields: { cache_control: { type: 'ephemeral' } } }
    expect(read).toEqual({
      model: 'claude',
      messages: [
        { role: 'system', id: 'system', parts: [{ type: 'text', text: 'S', extras: cached }] },
        { role: 'user', id: 'm0', parts: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          id: 'm1',
          parts: [
            { type: 'reasoning', text: 'T', signature: 'anthropic-messages:c2ln' },
            { type: 'tool-call', id: 'toolu_1', name: 'read_file', input: { path: '/a' } },
          ],
        },
        {
          role: 'tool',
          id: 'm2:results',
          parts: [
            {
              type: 'tool-result',
              callId: 'toolu_1',
              name: 'read_file',
              outcome: 'error',
              content: [{ type: 'text', text: 'gone' }],
            },
          ],
        },
        { role: 'user', id: 'm2', parts: [{ type: 'text', text: 'Well?' }] },
      ],
      tools: [{ name: 'read_file', description: '', parameters: { type: 'object' } }],
      toolChoice: 'required',
      parallelCalls: false,
      settings: { maxTokens: 5 },
    })
  })

  it.each([
    [{ model: 'm' }, 'messages'],
    [{ model: 'm', messages: [{ role: 'robot', content: '' }] }, 'messages[0].role'],
    [{ model: 'm', messages: [{ role: 'user', content: [{ type: 'video' }] }] }, 'messages[0].content[0].type'],
    [
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] }] },
      'messages[0].content[0].source.type',
    ],
    [{ model: 'm', messages: [{ role: 'user', content: 'x' }], tools: [{ type: 'bash_20250124' }] }, 'tools[0].name'],
    [{ messages: [{ role: 'user', content: 'x' }] }, 'model'],
  ])('names the field that must change: %j', (body, field) => {
    expect(() => readRequest(body)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'request/invalid', details: { field } }) }),
    )
  })
})

describe('answers and faults', () => {
  it('reads an error body as a fault with its words', () => {
    const [event] = readAnswer(
      { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
      { newId: () => 'id' },
    )
    expect(event).toMatchObject({
      type: 'fault',
      fault: { code: 'provider/unauthorized', message: expect.stringContaining('invalid x-api-key') },
    })
  })

  it("writes the vendor's own error shape", () => {
    expect(writeFault({ code: 'request/too-many', message: 'Slow down.', retryable: true })).toEqual({
      type: 'error',
      error: { type: 'rate_limit_error', message: 'Slow down.' },
    })
  })
})
