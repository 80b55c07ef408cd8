import { describe, expect, it } from 'vitest'
import type { ChatRequest, Message } from '../../canonical/message.ts'
import { openaiResponses } from './openai-responses.ts'

const { readRequest, writeRequest, readAnswer, createReader } = openaiResponses
const ask = (text: string): Message => ({ role: 'user', id: 'u', parts: [{ type: 'text', text }] })
const tool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}
const request = (fields: Partial<ChatRequest>): ChatRequest => ({ model: 'gpt-4.1', messages: [ask('go')], ...fields })
const lastOf = (body: unknown) => readAnswer(body, { newId: () => 'id' }).at(-1)

describe('writing a request', () => {
  it('writes items in the order they were said, calls before their outputs, and echoes only its own proofs', () => {
    const body = writeRequest({
      model: 'gpt-5.1',
      messages: [
        { role: 'system', id: 's', parts: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          id: 'u',
          parts: [
            { type: 'text', text: 'Look:' },
            { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
            { type: 'file', mediaType: 'application/pdf', data: 'JVBERi0=', name: 'a.pdf' },
          ],
        },
        {
          role: 'assistant',
          id: 'a',
          parts: [
            { type: 'reasoning', text: 'Mine.', signature: 'openai-responses:Z0FB' },
            { type: 'reasoning', text: 'Not mine.', signature: 'anthropic-messages:eA==' },
            { type: 'text', text: 'Reading.' },
            {
              type: 'tool-call',
              id: 'call_1',
              name: 'read_file',
              input: { id: 9007199254740992 },
              inputText: '{"id":9007199254740993}',
            },
          ],
        },
        {
          role: 'tool',
          id: 't',
          parts: [
            { type: 'tool-result', callId: 'call_1', name: 'read_file', outcome: 'ok', content: [{ type: 'text', text: 'A' }] },
          ],
        },
        { role: 'system', id: 's2', parts: [{ type: 'text', text: 'Now in French.' }] },
        ask('Go on.'),
      ],
      tools: [tool],
      toolChoice: { name: 'read_file' },
      parallelCalls: false,
      settings: { temperature: 0.5, maxTokens: 100, stop: ['END'], seed: 1 },
    })
    expect(body).toEqual({
      model: 'gpt-5.1',
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look:' },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'auto' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
          ],
        },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Mine.' }], encrypted_content: 'Z0FB' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Reading.', annotations: [] }] },
        { type: 'function_call', call_id: 'call_1', name: 'read_file', arguments: '{"id":9007199254740993}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'A' },
        { role: 'developer', content: 'Now in French.' },
        { role: 'user', content: 'Go on.' },
      ],
      tools: [{ type: 'function', name: 'read_file', description: 'Reads a file.', parameters: tool.parameters, strict: false }],
      tool_choice: { type: 'function', name: 'read_file' },
      parallel_tool_calls: false,
      temperature: 0.5,
      max_output_tokens: 100,
      store: false,
      include: ['reasoning.encrypted_content'],
    })
  })

  it('asks for proofs only where a model has any', () => {
    for (const model of ['o3', 'gpt-5-mini', 'codex-mini']) expect(writeRequest(request({ model }))).toHaveProperty('include')
    for (const model of ['gpt-4.1', 'gpt-5-chat-latest', 'local'])
      expect(writeRequest(request({ model }))).not.toHaveProperty('include')
  })

  it('renames a forbidden tool, and the reader finds it again', () => {
    const odd = { ...tool, name: '读 文件' }
    const [{ name }] = writeRequest(request({ tools: [odd] }))['tools'] as unknown as [{ name: string }]
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    const reader = createReader({ newId: () => 'id', tools: [odd] })
    const events = reader.push(
      JSON.stringify({
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', call_id: 'c', name },
      }),
    )
    expect(events).toContainEqual({ type: 'part-start', part: 0, kind: 'tool-call', callId: 'c', name: '读 文件' })
  })
})

describe('reading a request', () => {
  it('takes a plain string, and items that belong to one turn of the model as one message', () => {
    expect(readRequest({ model: 'm', input: 'Hi' }).messages).toEqual([
      { role: 'user', id: 'm0', parts: [{ type: 'text', text: 'Hi' }] },
    ])
    const { messages } = readRequest({
      model: 'm',
      instructions: 'S',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Hi' },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
          ],
        },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'T' }], encrypted_content: 'Z0FB' },
        { type: 'function_call', call_id: 'a', name: 'read_file', arguments: '{"path":"/a"}' },
        { type: 'function_call', call_id: 'b', name: 'read_file', arguments: '{"path":' },
        { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'A' }] },
        { type: 'function_call_output', call_id: 'b', output: 'B' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', id: 'instructions', parts: [{ type: 'text', text: 'S' }] },
      {
        role: 'user',
        id: 'm0',
        parts: [
          { type: 'text', text: 'Hi' },
          { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
        ],
      },
      {
        role: 'assistant',
        id: 'm1',
        parts: [
          { type: 'reasoning', text: 'T', signature: 'openai-responses:Z0FB' },
          { type: 'tool-call', id: 'a', name: 'read_file', input: { path: '/a' } },
          {
            type: 'broken-call',
            id: 'b',
            name: 'read_file',
            source: '{"path":',
            problem: expect.stringContaining('JSON'),
            words: { id: 'call.arguments-no-json' },
          },
        ],
      },
      {
        role: 'tool',
        id: 'm4',
        parts: [
          { type: 'tool-result', callId: 'a', name: 'read_file', outcome: 'ok', content: [{ type: 'text', text: 'A' }] },
          { type: 'tool-result', callId: 'b', name: 'read_file', outcome: 'ok', content: [{ type: 'text', text: 'B' }] },
        ],
      },
      { role: 'assistant', id: 'm6', parts: [{ type: 'text', text: 'Done.' }] },
    ])
  })

  it('keeps only the allowed tools', () => {
    const tools = ['a', 'b'].map((name) => ({ type: 'function', name, parameters: { type: 'object' } }))
    const read = readRequest({
      model: 'm',
      input: 'x',
      tools,
      tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'b' }] },
    })
    expect(read.toolChoice).toBe('required')
    expect(read.tools?.map((spec) => spec.name)).toEqual(['b'])
  })

  it.each([
    [{ model: 'm', input: 'x', previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ model: 'm', input: [] }, 'input'],
    [{ model: 'm', input: [{ type: 'item_reference', id: 'x' }] }, 'input[0].type'],
    [
      { model: 'm', input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
      'input[0].content[0].image_url',
    ],
    [{ model: 'm', input: 'x', tools: [{ name: 'f' }] }, 'tools[0].type'],
    [{ model: 'm', input: 'x', tool_choice: { type: 'mcp' } }, 'tool_choice'],
  ])('names the field that must change: %j', (body, field) => {
    expect(() => readRequest(body)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'request/invalid', details: { field } }) }),
    )
  })
})

describe('whole answers', () => {
  it('reads a failed response and an error body as faults', () => {
    expect(
      lastOf({ object: 'response', id: 'r', model: 'm', status: 'failed', error: { code: 'server_error', message: 'Broken.' } }),
    ).toMatchObject({ type: 'fault', fault: { message: expect.stringContaining('Broken.') } })
    expect(lastOf({ error: { message: 'No such model', type: 'invalid_request_error', code: 'model_not_found' } })).toMatchObject(
      {
        type: 'fault',
        fault: { code: 'provider/refused' },
      },
    )
  })
})
