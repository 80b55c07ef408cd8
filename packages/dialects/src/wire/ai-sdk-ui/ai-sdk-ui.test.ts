import { convertToModelMessages, parseJsonEventStream, readUIMessageStream, type UIMessage, uiMessageChunkSchema } from 'ai'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../canonical/message.ts'
import { deniedWords, wordsResult } from '../../canonical/outcome-words.ts'
import type { BrokenCall, ReasoningPart, ToolCall, ToolResult } from '../../canonical/part.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { readUiMessages } from './read-messages.ts'
import { UI_STREAM_HEADERS, type UiEvent, UiStreamWriter } from './stream-writer.ts'
import { writeUiMessages } from './write-messages.ts'

const begin: StreamEvent = { type: 'message-start', messageId: 'upstream', model: 'upstream' }

const chunksOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((line) => line !== '' && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)))

async function assemble(text: string): Promise<UIMessage> {
  const parsed = parseJsonEventStream({ stream: new Response(text).body!, schema: uiMessageChunkSchema })
  const stream = parsed.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (!chunk.success) throw chunk.error
        controller.enqueue(chunk.value)
      },
    }),
  )
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message
  return last!
}

function written(...events: readonly UiEvent[]): string {
  const writer = new UiStreamWriter({ messageId: 'msg-1', metadata: { model: 'model-1' } })
  return events.map((event) => writer.push(event)).join('') + writer.finish()
}

const searching = (id: string): StreamEvent[] => [
  { type: 'part-start', part: 0, kind: 'tool-call', callId: id, name: 'search' },
  { type: 'part-end', part: 0, value: { type: 'tool-call', id, name: 'search', input: { q: id } } },
  { type: 'message-end', reason: 'calls' },
]

describe('writing the stream', () => {
  it('opens the message once, streams words and arguments as they come, and ends with the reason and the mark', () => {
    const text = written(
      begin,
      { type: 'part-start', part: 0, kind: 'reasoning' },
      { type: 'part-delta', part: 0, text: 'Hm.' },
      { type: 'part-end', part: 0, value: { type: 'reasoning', text: 'Hm.', signature: 'anthropic-messages:c2ln' } },
      { type: 'part-start', part: 1, kind: 'text' },
      { type: 'part-start', part: 2, kind: 'tool-call', callId: 'call_1', name: 'read_file' },
      { type: 'part-delta', part: 2, text: '{"path":' },
      { type: 'part-delta', part: 1, text: 'Reading.' },
      { type: 'part-delta', part: 2, text: '"/a"}' },
      { type: 'part-end', part: 1, value: { type: 'text', text: 'Reading.' } },
      { type: 'part-end', part: 2, value: { type: 'tool-call', id: 'call_1', name: 'read_file', input: { path: '/a' } } },
      { type: 'message-end', reason: 'calls', usage: { inputTokens: 3, outputTokens: 4 } },
    )
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(chunksOf(text)).toEqual([
      { type: 'start', messageId: 'msg-1' },
      { type: 'start-step' },
      { type: 'reasoning-start', id: '1-0' },
      { type: 'reasoning-delta', id: '1-0', delta: 'Hm.' },
      { type: 'reasoning-end', id: '1-0', providerMetadata: { parley: { signature: 'anthropic-messages:c2ln' } } },
      { type: 'text-start', id: '1-1' },
      { type: 'tool-input-start', toolCallId: 'call_1', toolName: 'read_file' },
      { type: 'tool-input-delta', toolCallId: 'call_1', inputTextDelta: '{"path":' },
      { type: 'text-delta', id: '1-1', delta: 'Reading.' },
      { type: 'tool-input-delta', toolCallId: 'call_1', inputTextDelta: '"/a"}' },
      { type: 'text-end', id: '1-1' },
      { type: 'tool-input-available', toolCallId: 'call_1', toolName: 'read_file', input: { path: '/a' } },
      { type: 'finish-step' },
      {
        type: 'finish',
        finishReason: 'tool-calls',
        messageMetadata: { model: 'model-1', usage: { inputTokens: 3, outputTokens: 4 } },
      },
    ])
    expect(UI_STREAM_HEADERS['x-vercel-ai-ui-message-stream']).toBe('v1')
  })

  it('loses nothing of parts that came whole, without a start or without a single delta', async () => {
    const input = { id: 9007199254740992 }
    const inputText = '{"id":9007199254740993}'
    const parts = [
      { type: 'reasoning', text: '', signature: 'anthropic-messages:c2ln' },
      { type: 'text', text: 'Here.' },
      { type: 'tool-call', id: 'call_1', name: 'find', input, inputText },
    ] as const
    const text = written(
      begin,
      { type: 'part-start', part: 0, kind: 'reasoning' },
      ...parts.map((value, part) => ({ type: 'part-end', part, value }) as const),
      { type: 'message-end', reason: 'calls' },
    )
    expect(readUiMessages([JSON.parse(JSON.stringify(await assemble(text)))]).messages[0]?.parts).toEqual(parts)
  })

  it('tells what was wrong with a call that could not be read, also where its name was lost', async () => {
    const source = '<call>{'
    const text = written(
      begin,
      { type: 'part-start', part: 0, kind: 'tool-call', callId: 'call_1', name: 'read_file' },
      {
        type: 'part-end',
        part: 0,
        value: { type: 'broken-call', id: 'call_1', name: 'read_file', source: '{"path":', problem: 'It breaks off.' },
      },
      { type: 'part-start', part: 1, kind: 'tool-call', callId: 'call_2' },
      { type: 'part-end', part: 1, value: { type: 'broken-call', id: 'call_2', source, problem: 'It has no name.' } },
      { type: 'message-end', reason: 'done' },
    )
    const { messages } = readUiMessages([JSON.parse(JSON.stringify(await assemble(text)))])
    expect(messages[0]?.parts).toEqual([
      { type: 'broken-call', id: 'call_1', name: 'read_file', source: '{"path":', problem: 'It breaks off.' },
      { type: 'broken-call', id: 'call_2', name: 'unknown', source, problem: 'It has no name.' },
    ])
  })

  it('says a fault in its own words and does not finish after it, not even behind a step that ended well', () => {
    const fault = { code: 'provider/timeout', message: 'Too slow. Try again.', retryable: true } as const
    const text = written(begin, ...searching('a'), begin, { type: 'fault', fault })
    expect(chunksOf(text).at(-1)).toEqual({ type: 'error', errorText: 'Too slow. Try again.' })
    expect(text.split('[DONE]')).toHaveLength(2)
  })

  it('carries results of server tools and questions to the user through the client and back', async () => {
    const found = { type: 'tool-result', name: 'search', content: [{ type: 'text', text: '[1]' }] } as const
    const text = written(
      begin,
      ...searching('a'),
      { type: 'tool-result', result: { ...found, callId: 'a', outcome: 'ok', data: [1] } },
      begin,
      ...searching('b'),
      { type: 'tool-result', result: { ...found, callId: 'b', outcome: 'cancelled', content: [] } },
      begin,
      ...searching('c'),
      { type: 'approval-request', approvalId: 'ask-1', callId: 'c', reason: 'It costs money.', signature: 'sealed' },
    )
    const message = await assemble(text)
    expect(message.id).toBe('msg-1')
    expect(message.parts.filter((part) => part.type === 'step-start')).toHaveLength(3)
    const { messages, approvals, continues } = readUiMessages([JSON.parse(JSON.stringify(message))])
    expect(continues).toBe('msg-1')
    expect(approvals).toEqual([])
    expect(messages.map(({ role, id }) => [role, id])).toEqual([
      ['assistant', 'msg-1'],
      ['tool', 'msg-1-results-0'],
      ['assistant', 'msg-1-2'],
      ['tool', 'msg-1-results-2'],
      ['assistant', 'msg-1-4'],
    ])
    expect(messages[1]?.parts).toEqual([{ ...found, callId: 'a', outcome: 'ok', data: [1] }])
    expect(messages[3]?.parts).toEqual([
      { ...found, callId: 'b', outcome: 'error', content: [{ type: 'text', text: 'The call was cancelled before it ran.' }] },
    ])
    expect(message.parts.at(-1)).toMatchObject({ state: 'approval-requested', approval: { id: 'ask-1', signature: 'sealed' } })
  })
})

const toolPart = (state: string, fields: object = {}, type = 'tool-read_file') => ({
  type,
  toolCallId: 'call_1',
  state,
  input: { path: '/a' },
  ...fields,
})
const readPart = (part: object) => readUiMessages([{ id: 'a', role: 'assistant', parts: [part] }])
const call = { type: 'tool-call', id: 'call_1', name: 'read_file', input: { path: '/a' } }
const result = (outcome: string, ...texts: string[]) => ({
  type: 'tool-result',
  callId: 'call_1',
  name: 'read_file',
  outcome,
  content: texts.map((text) => ({ type: 'text', text })),
})

const exact = (inputText: string) =>
  readPart(toolPart('input-available', { input: { id: 9007199254740992 }, callProviderMetadata: { parley: { inputText } } }))
    .messages[0]?.parts[0]

describe('reading messages', () => {
  it('takes plain messages and UI messages in one list', () => {
    const { messages, continues } = readUiMessages([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '计算 1000 以内的所有素数之和。' },
      { role: 'assistant', content: 'One moment.' },
      {
        id: 'u2',
        role: 'user',
        parts: [
          { type: 'text', text: 'See', state: 'done' },
          { type: 'file', mediaType: 'image/png', filename: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' },
          { type: 'data-note', data: { any: 'thing' } },
        ],
      },
    ])
    expect(continues).toBeUndefined()
    expect(messages).toEqual([
      { role: 'system', id: 'm0', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', id: 'm1', parts: [{ type: 'text', text: '计算 1000 以内的所有素数之和。' }] },
      { role: 'assistant', id: 'm2', parts: [{ type: 'text', text: 'One moment.' }] },
      {
        role: 'user',
        id: 'u2',
        parts: [
          { type: 'text', text: 'See' },
          { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=', name: 'a.png' },
        ],
      },
    ])
  })

  it.each([
    ['input-available', {}, [call], undefined],
    ['approval-requested', { approval: { id: 'ask' } }, [call], undefined],
    ['output-available', { output: 'text' }, [call], result('ok', 'text')],
    ['output-available', { output: { n: 1 } }, [call], { ...result('ok', '{"n":1}'), data: { n: 1 } }],
    ['output-error', { errorText: 'No such file.' }, [call], result('error', 'No such file.')],
    ['output-error', {}, [call], result('error', 'The tool failed.')],
    [
      'output-denied',
      { approval: { id: 'ask', approved: false, reason: 'not now' } },
      [call],
      result('denied', deniedWords('not now')),
    ],
  ])('reads a tool part in the state %s', (state, fields, spoken, answered) => {
    for (const part of [toolPart(state, fields), toolPart(state, { ...fields, toolName: 'read_file' }, 'dynamic-tool')]) {
      const { messages } = readPart(part)
      expect(messages[0]?.parts).toEqual(spoken)
      expect(messages[1]?.parts).toEqual(answered && [answered])
    }
  })

  it('leaves an approved call open for the server, with the answer beside it', () => {
    const { messages, approvals } = readPart(
      toolPart('approval-responded', { approval: { id: 'ask-1', approved: true, signature: 'sealed' } }),
    )
    expect(messages.map((message) => message.role)).toEqual(['assistant'])
    expect(approvals).toEqual([{ approvalId: 'ask-1', callId: 'call_1', approved: true, signature: 'sealed' }])
  })

  it('hands a refusal with its reason to the server, which closes the call', () => {
    const { messages, approvals } = readPart(
      toolPart('approval-responded', { approval: { id: 'ask-1', approved: false, reason: 'wrong file' } }),
    )
    expect(messages.map((message) => message.role)).toEqual(['assistant'])
    expect(approvals).toEqual([{ approvalId: 'ask-1', callId: 'call_1', approved: false, reason: 'wrong file' }])
  })

  it('never makes a call of one that was still arriving, nor of input that is no object', () => {
    expect(readPart(toolPart('input-streaming', { rawInput: '{"path":"/a' })).messages[0]?.parts).toEqual([
      {
        type: 'broken-call',
        id: 'call_1',
        name: 'read_file',
        source: '{"path":"/a',
        problem: 'The answer broke off before this call was complete.',
        words: { id: 'call.broke-off' },
      },
    ])
    expect(readPart(toolPart('output-error', { input: '{"path":', errorText: 'It breaks off.' })).messages[0]?.parts).toEqual([
      { type: 'broken-call', id: 'call_1', name: 'read_file', source: '{"path":', problem: 'It breaks off.' },
    ])
  })

  it('keeps exact numbers only when they say what the page showed', () => {
    expect(exact('{"id":9007199254740993}')).toMatchObject({ inputText: '{"id":9007199254740993}' })
    expect(exact('{"id":5}')).not.toHaveProperty('inputText')
  })

  it('cuts a turn into steps as the AI SDK does', async () => {
    const parts = [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm.', state: 'done', providerMetadata: { parley: { signature: 's-x:1' } } },
      { type: 'text', text: 'First.', state: 'done' },
      toolPart('output-available', { output: 'A' }),
      { type: 'step-start' },
      { type: 'steering-message', id: 'st', parts: [{ type: 'text', text: 'Faster!' }] },
      { type: 'source-url', sourceId: 's', url: 'https://example.org' },
      { type: 'text', text: 'Last.', state: 'done' },
    ]
    const message = { id: 'a', role: 'assistant', parts } as unknown as UIMessage
    const { messages } = readUiMessages([message])
    const theirs = await convertToModelMessages([
      { ...message, parts: message.parts.filter((part) => part.type !== 'source-url') },
    ])
    expect(messages.map(({ role }) => role)).toEqual(theirs.map(({ role }) => role))
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user', 'assistant'])
    expect(messages[0]?.parts[0]).toEqual({ type: 'reasoning', text: 'Hm.', signature: 's-x:1' })
  })

  it('begins a step with words behind a result, marked or not, and leaves out words that are none', () => {
    const { messages } = readUiMessages([
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'text', text: '' }, toolPart('output-available', { output: 'A' }), { type: 'text', text: 'It is A.' }],
      },
    ])
    expect(messages).toEqual([
      { role: 'assistant', id: 'a', parts: [call] },
      { role: 'tool', id: 'a-results-0', parts: [result('ok', 'A')] },
      { role: 'assistant', id: 'a-2', parts: [{ type: 'text', text: 'It is A.' }] },
    ])
  })

  it.each([
    [[], 'messages'],
    ['hello', 'messages'],
    [[null], 'messages[0]'],
    [[{ role: 'user' }], 'messages[0].content'],
    [[{ role: 'robot', content: 'x' }], 'messages[0].role'],
    [[{ role: 'user', content: 5 }], 'messages[0].content'],
    [[{ role: 'user', parts: [{ text: 'x' }] }], 'messages[0].parts[0].type'],
    [[{ role: 'user', parts: [{ type: 'file', mediaType: 'image/png' }] }], 'messages[0].parts[0].url'],
    [[{ role: 'assistant', parts: [toolPart('sleeping')] }], 'messages[0].parts[0].state'],
    [[{ role: 'assistant', parts: [toolPart('approval-responded')] }], 'messages[0].parts[0].approval'],
    [
      [{ role: 'assistant', parts: [toolPart('approval-responded', { approval: { id: 'x', approved: 'yes' } })] }],
      'messages[0].parts[0].approval.approved',
    ],
    [[{ role: 'assistant', parts: [toolPart('input-available', { toolCallId: '' })] }], 'messages[0].parts[0].toolCallId'],
  ])('names the field that must change: %j', (value, field) => {
    expect(() => readUiMessages(value)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'request/invalid', details: { field } }) }),
    )
  })
})

const readBack = (messages: readonly Message[]) => readUiMessages(writeUiMessages(messages)).messages
const runCall = (id: string): ToolCall => ({ type: 'tool-call', id, name: 'run', input: { id } })
const askedFirst: Message = { role: 'user', id: 'u', parts: [{ type: 'text', text: 'What is it?' }] }
const toolMessage = (parts: readonly ToolResult[]): Message => ({ role: 'tool', id: 'a-results-0', parts })

describe('a conversation that is written as UI messages and read again', () => {
  it('keeps ids, proofs, exact numbers, files and what became of every call', () => {
    const thought: ReasoningPart = { type: 'reasoning', text: 'Hm.', signature: 'parley:proof' }
    const large: ToolCall = {
      type: 'tool-call',
      id: 'c1',
      name: 'run',
      input: { id: 9007199254740992 },
      inputText: '{"id":9007199254740993}',
    }
    const conversation: readonly Message[] = [
      {
        role: 'user',
        id: 'u',
        parts: [
          { type: 'text', text: 'Look.' },
          { type: 'file', mediaType: 'image/png', data: 'AA==', name: 'a.png' },
        ],
      },
      { role: 'assistant', id: 'a', parts: [thought, { type: 'text', text: 'So.' }, large, runCall('c2')] },
      toolMessage([wordsResult(large, 'ok', 'seven'), wordsResult(runCall('c2'), 'error', 'It broke.')]),
      { role: 'assistant', id: 'b', parts: [{ type: 'text', text: 'It is seven.' }] },
    ]
    expect(readBack(conversation)).toMatchObject(
      conversation.map((message) => (message.role === 'tool' ? { parts: message.parts } : message)),
    )
  })

  it.each([deniedWords(), deniedWords('not now'), 'Nobody was there.'])(
    'says the refusal %j once, not inside of another',
    (text) => {
      const denied = toolMessage([wordsResult(runCall('c1'), 'denied', text)])
      const [, , told] = readBack([askedFirst, { role: 'assistant', id: 'a', parts: [runCall('c1')] }, denied])
      const expected = text === 'Nobody was there.' ? deniedWords(text) : text
      expect(told).toMatchObject({ parts: [{ outcome: 'denied', content: [{ text: expected }] }] })
    },
  )

  it('leaves a broken call broken, with its problem, and waiting where nothing was said of it', () => {
    const broken: BrokenCall = { type: 'broken-call', id: 'c1', name: 'run', source: '{"a":', problem: 'It never ends.' }
    expect(readBack([askedFirst, { role: 'assistant', id: 'a', parts: [broken] }])).toMatchObject([{}, { parts: [broken] }])
  })
})
