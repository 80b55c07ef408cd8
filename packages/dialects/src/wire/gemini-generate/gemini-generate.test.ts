import { describe, expect, it } from 'vitest'
import { collectMessage } from '../../canonical/collect-message.ts'
import type { ChatRequest, Message } from '../../canonical/message.ts'
import { geminiGenerate } from './gemini-generate.ts'

const { readRequest, writeRequest, readAnswer, writeFault, createReader } = geminiGenerate
const ask = (text: string): Message => ({ role: 'user', id: 'u', parts: [{ type: 'text', text }] })
const tool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}
const request = (fields: Partial<ChatRequest>): ChatRequest => ({ model: 'gemini-2.5-pro', messages: [ask('go')], ...fields })

describe('writing a request', () => {
  it('writes roles, results as objects, and only its own proofs', () => {
    const body = writeRequest({
      model: 'gemini-2.5-pro',
      messages: [
        { role: 'system', id: 's', parts: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          id: 'u',
          parts: [
            { type: 'text', text: 'Look:' },
            { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
            { type: 'file', mediaType: 'image/*', data: 'https://example.org/a.webp' },
          ],
        },
        {
          role: 'assistant',
          id: 'a',
          parts: [
            { type: 'reasoning', text: 'Mine.', signature: 'gemini-generate:c2ln' },
            { type: 'reasoning', text: 'Not mine.', signature: 'anthropic-messages:eA==' },
            { type: 'text', text: 'Reading.' },
            { type: 'reasoning', text: '', signature: 'gemini-generate:ZW5k' },
            { type: 'tool-call', id: 'call_1', name: 'read_file', input: { path: '/a' }, signature: 'gemini-generate:Y2FsbA==' },
            { type: 'tool-call', id: 'call_2', name: 'list', input: {} },
            { type: 'tool-call', id: 'call_3', name: 'list', input: {} },
          ],
        },
        {
          role: 'tool',
          id: 't',
          parts: [
            {
              type: 'tool-result',
              callId: 'call_1',
              name: 'read_file',
              outcome: 'ok',
              content: [
                { type: 'text', text: 'A' },
                { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
              ],
            },
            {
              type: 'tool-result',
              callId: 'call_2',
              name: 'list',
              outcome: 'ok',
              content: [{ type: 'text', text: '["a"]' }],
              data: ['a'],
            },
            {
              type: 'tool-result',
              callId: 'call_3',
              name: 'list',
              outcome: 'error',
              content: [{ type: 'text', text: 'No such folder.' }],
            },
          ],
        },
      ],
      tools: [tool],
      toolChoice: { name: 'read_file' },
      settings: { temperature: 0.5, topP: 0.9, maxTokens: 100, stop: ['END'], seed: 7 },
    })
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'Look:' },
            { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
            { fileData: { mimeType: 'image/webp', fileUri: 'https://example.org/a.webp' } },
          ],
        },
        {
          role: 'model',
          parts: [
            { text: 'Mine.', thought: true, thoughtSignature: 'c2ln' },
            { text: 'Reading.' },
            { text: '', thoughtSignature: 'ZW5k' },
            { functionCall: { id: 'call_1', name: 'read_file', args: { path: '/a' } }, thoughtSignature: 'Y2FsbA==' },
            { functionCall: { id: 'call_2', name: 'list', args: {} } },
            { functionCall: { id: 'call_3', name: 'list', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: 'call_1',
                name: 'read_file',
                response: { output: 'A' },
                parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
              },
            },
            { functionResponse: { id: 'call_2', name: 'list', response: { output: ['a'] } } },
            { functionResponse: { id: 'call_3', name: 'list', response: { error: 'No such folder.' } } },
          ],
        },
      ],
      tools: [
        { functionDeclarations: [{ name: 'read_file', description: 'Reads a file.', parametersJsonSchema: tool.parameters }] },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['read_file'] } },
      generationConfig: { temperature: 0.5, topP: 0.9, maxOutputTokens: 100, stopSequences: ['END'], seed: 7 },
    })
  })

  it.each([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
  ] as const)('choice %s becomes %j', (toolChoice, expected) => {
    expect(writeRequest(request({ tools: [tool], toolChoice }))['toolConfig']).toEqual({ functionCallingConfig: expected })
  })

  it("excuses the first of another model's calls where the model demands a proof, and reads the excuse as none", () => {
    const messages: Message[] = [
      ask('go'),
      {
        role: 'assistant',
        id: 'a',
        parts: [
          { type: 'tool-call', id: 'x', name: 'read_file', input: {} },
          { type: 'tool-call', id: 'y', name: 'read_file', input: {} },
        ],
      },
    ]
    const parts = (model: string) =>
      (
        writeRequest(request({ model, messages }))['contents'] as unknown as { parts: { thoughtSignature?: string }[] }[]
      )[1]!.parts.map((part) => part.thoughtSignature)
    expect(parts('gemini-3.1-pro-preview')).toEqual(['skip_thought_signature_validator', undefined])
    expect(parts('gemini-2.5-pro')).toEqual([undefined, undefined])
    const [, said] = readRequest(writeRequest(request({ model: 'gemini-3-flash', messages }))).messages
    expect(said?.parts[0]).toEqual({ type: 'tool-call', id: 'x', name: 'read_file', input: {} })
  })

  it('renames a name that does not begin with a letter, and the reader finds it again', () => {
    const odd = { ...tool, name: '9lives.cat' }
    const body = writeRequest(request({ tools: [odd] }))
    const [{ functionDeclarations }] = body['tools'] as unknown as [{ functionDeclarations: { name: string }[] }]
    const name = functionDeclarations[0]!.name
    expect(name).toMatch(/^lives_cat_\w{14}$/)
    const reader = createReader({ newId: () => 'id', tools: [odd] })
    const events = reader.push(JSON.stringify({ candidates: [{ content: { parts: [{ functionCall: { name, args: {} } }] } }] }))
    expect(events).toContainEqual({ type: 'part-start', part: 0, kind: 'tool-call', callId: 'id', name: '9lives.cat' })
  })
})

describe('reading a request', () => {
  it('pairs results without ids by name and order, and reads shouted types', () => {
    const read = readRequest({
      model: 'models/gemini-2.5-flash',
      contents: [
        { parts: [{ text: 'Hi' }] },
        {
          role: 'model',
          parts: [
            { text: 'T', thought: true },
            { text: 'ok', thoughtSignature: 'c2ln' },
            { functionCall: { name: 'f', args: { n: 1 } } },
            { functionCall: { name: 'g' } },
            { functionCall: { name: 'f', args: { n: 2 } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'g', response: { ok: true } } },
            { functionResponse: { name: 'f', response: { output: 'one' } } },
            { functionResponse: { name: 'f', response: { error: 'two' } } },
          ],
        },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'f', description: 'F', parameters: { type: 'OBJECT', properties: { n: { type: 'NUMBER' } } } },
            { name: 'g' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f', 'g'] } },
    })
    expect(read).toEqual({
      model: 'gemini-2.5-flash',
      messages: [
        { role: 'user', id: 'm0', parts: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          id: 'm1',
          parts: [
            { type: 'reasoning', text: 'T' },
            { type: 'text', text: 'ok' },
            { type: 'reasoning', text: '', signature: 'gemini-generate:c2ln' },
            { type: 'tool-call', id: 'call_1', name: 'f', input: { n: 1 } },
            { type: 'tool-call', id: 'call_2', name: 'g', input: {} },
            { type: 'tool-call', id: 'call_3', name: 'f', input: { n: 2 } },
          ],
        },
        {
          role: 'tool',
          id: 'm2:results',
          parts: [
            {
              type: 'tool-result',
              callId: 'call_2',
              name: 'g',
              outcome: 'ok',
              content: [{ type: 'text', text: '{"ok":true}' }],
              data: { ok: true },
            },
            { type: 'tool-result', callId: 'call_1', name: 'f', outcome: 'ok', content: [{ type: 'text', text: 'one' }] },
            { type: 'tool-result', callId: 'call_3', name: 'f', outcome: 'error', content: [{ type: 'text', text: 'two' }] },
          ],
        },
      ],
      tools: [
        { name: 'f', description: 'F', parameters: { type: 'object', properties: { n: { type: 'number' } } } },
        { name: 'g', description: '', parameters: { type: 'object', properties: {} } },
      ],
      toolChoice: 'required',
    })
  })

  it.each([
    [{}, 'contents'],
    [{ contents: [{ role: 'robot', parts: [] }] }, 'contents[0].role'],
    [{ contents: [{ parts: [{ video: 1 }] }] }, 'contents[0].parts[0].text'],
    [{ contents: [{ parts: [{ text: 'x' }] }], tools: [{ googleSearch: {} }] }, 'tools[0].functionDeclarations'],
  ])('names the field that must change: %j', (body, field) => {
    expect(() => readRequest(body)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'request/invalid', details: { field } }) }),
    )
  })
})

describe('answers and faults', () => {
  it('keeps the proof of a call through a whole answer', () => {
    const parts = [{ type: 'tool-call', id: 'x', name: 'f', input: { a: 1 }, signature: 'gemini-generate:c2ln' }] as const
    const body = geminiGenerate.writeAnswer(
      [
        { type: 'message-start', messageId: 'i', model: 'm' },
        { type: 'part-end', part: 0, value: parts[0] },
        { type: 'message-end', reason: 'calls' },
      ],
      { id: 'i', model: 'm', created: 0 },
    )
    expect(collectMessage(readAnswer(body, { newId: () => 'id' })).message.parts).toEqual(parts)
  })

  it("writes the vendor's own error shape", () => {
    expect(writeFault({ code: 'request/invalid', message: 'No.', retryable: false })).toEqual({
      error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' },
    })
  })
})
