import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectMessage } from '../../canonical/collect-message.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { createSseSplitter } from '../stream/sse.ts'
import { openaiChat } from './openai-chat.ts'

const newIds = () => {
  let count = 0
  return () => `new_${++count}`
}
const CONTEXT = { id: 'answer', model: 'model', created: 1 }

function read(payloads: readonly (object | string)[]) {
  const reader = openaiChat.createReader({ newId: newIds() })
  const events: StreamEvent[] = []
  for (const payload of payloads) events.push(...reader.push(typeof payload === 'string' ? payload : JSON.stringify(payload)))
  events.push(...reader.end())
  return { events, ...collectMessage(events), skipped: reader.skipped }
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 5,
  model: 'm',
  choices: [{ index: 0, delta, logprobs: null, finish_reason }],
})
const calls = (...tool_calls: object[]) => chunk({ tool_calls })
const END = [chunk({}, 'tool_calls'), '[DONE]']
const call = (id: string, name: string, input: object) => ({ type: 'tool-call', id, name, input })

describe('reading a stream', () => {
  test('text that takes the fast lane reads exactly as text that is parsed', () => {
    const pieces = [
      'Hel',
      'lo',
      ' "quoted" \\ back',
      '\n\t',
      '素数',
      '\ud83d',
      '\ude00',
      '","finish_reason":"stop"}',
      '',
      '}]}',
      '</',
    ]
    const { events, message, reason } = read([
      chunk({ role: 'assistant', content: '' }),
      ...pieces.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      '[DONE]',
    ])
    expect(message.parts).toEqual([{ type: 'text', text: pieces.join('') }])
    expect(events.filter((event) => event.type === 'part-delta').map((event) => event.text)).toEqual(
      pieces.filter((piece) => piece !== ''),
    )
    expect(reason).toBe('done')
  })

  test('a payload with more news than its text never takes the fast lane', () => {
    const { message, reason, usage } = read([
      chunk({ content: 'a' }),
      chunk({ content: 'b' }),
      { ...chunk({ content: 'c' }, 'length'), usage: { prompt_tokens: 3, completion_tokens: 4 } },
    ])
    expect(message.parts).toEqual([{ type: 'text', text: 'abc' }])
    expect(reason).toBe('length')
    expect(usage).toEqual({ inputTokens: 3, outputTokens: 4 })
  })

  test('reasoning under either name is kept apart from text', () => {
    const { message } = read([
      chunk({ reasoning_content: 'think' }),
      chunk({ reasoning: 'ing' }),
      chunk({ content: 'answer' }),
      ...END,
    ])
    expect(message.parts).toEqual([
      { type: 'reasoning', text: 'thinking' },
      { type: 'text', text: 'answer' },
    ])
  })

  test('content as a list with thinking in it is understood', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'yes' },
    ]
    expect(read([chunk({ content }), '[DONE]']).message.parts).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'yes' },
    ])
  })

  test('interleaved calls are kept apart by their index', () => {
    const { message, reason } = read([
      calls({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
      calls(
        { index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{"y"' } },
        { index: 0, function: { arguments: '{"x":' } },
      ),
      calls({ index: 1, function: { arguments: ':2}' } }),
      calls({ index: 0, function: { arguments: '1}' } }),
      ...END,
    ])
    expect(message.parts).toEqual([call('a', 'f', { x: 1 }), call('b', 'g', { y: 2 })])
    expect(reason).toBe('calls')
  })

  test.each([
    [
      'no index, whole calls at once',
      [calls({ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }, { id: 'b', function: { name: 'g', arguments: '' } })],
    ],
    [
      'the same index for every call',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
        calls({ index: 0, id: 'b', function: { name: 'g', arguments: '{}' } }),
      ],
    ],
    [
      'ids and names repeated in every delta',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: ':1}' } }),
        calls({ index: 1, id: 'b', function: { name: 'g', arguments: null } }),
      ],
    ],
    [
      'the name after the id',
      [
        calls({ index: 0, id: 'a' }),
        calls({ index: 0, function: { name: 'f', arguments: '{"x":' } }),
        calls({ index: 0, function: { arguments: '1}' } }),
        calls({ index: 1, id: 'b', function: { name: 'g' } }),
      ],
    ],
    [
      'arguments as an object',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } }),
        calls({ index: 1, id: 'b', function: { name: 'g', arguments: {} } }),
      ],
    ],
    [
      'everything so far in every delta',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x' } }),
        calls({ index: 0, function: { arguments: '{"x":' } }),
        calls({ index: 0, function: { arguments: '{"x":1}' } }),
        calls({ index: 1, id: 'b', function: { name: 'g', arguments: '{}' } }),
      ],
    ],
    [
      'everything once more at the end',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x' } }),
        calls({ index: 0, function: { arguments: '":1}' } }),
        calls({ index: 0, function: { arguments: '{"x":1}' } }),
        calls({ index: 1, id: 'b', function: { name: 'g', arguments: '{}' } }),
      ],
    ],
  ])('a gateway that sends %s gives the same two calls', (_, payloads) => {
    for (const end of [END, [chunk({}, 'stop'), '[DONE]']]) {
      const { events, message, reason } = read([...payloads, ...end])
      expect(message.parts).toEqual([call('a', 'f', { x: 1 }), call('b', 'g', {})])
      expect(reason).toBe('calls')
      const text = events.flatMap((event) => (event.type === 'part-delta' && event.part === 0 ? [event.text] : [])).join('')
      expect(JSON.parse(text)).toEqual({ x: 1 })
    }
  })

  test('a piece that begins like everything before it may still be an append', () => {
    const { message } = read([
      calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"a":' } }),
      calls({ index: 0, function: { arguments: '{"a":1}}' } }),
      ...END,
    ])
    expect(message.parts).toEqual([call('a', 'f', { a: { a: 1 } })])
  })

  test('missing and repeated ids become ids of their own', () => {
    const { message } = read([
      calls(
        { index: 0, function: { name: 'f', arguments: '{}' } },
        { index: 1, id: 'new_1', function: { name: 'g', arguments: '{}' } },
      ),
      ...END,
    ])
    expect(message.parts).toEqual([call('new_1', 'f', {}), call('new_2', 'g', {})])
  })

  test('arguments that are cut off make a broken call, and big integers keep their digits', () => {
    const { message } = read([
      calls(
        { index: 0, id: 'a', function: { name: 'f', arguments: '{"n":12345678901234567890}' } },
        { index: 1, id: 'b', function: { name: 'g', arguments: '{"x":' } },
      ),
      chunk({}, 'length'),
    ])
    expect(message.parts[0]).toMatchObject({ inputText: '{"n":12345678901234567890}' })
    expect(message.parts[1]).toMatchObject({ type: 'broken-call', id: 'b', name: 'g', source: '{"x":' })
  })

  test('an error inside the stream is a fault with the words of the server', () => {
    const { fault } = read([chunk({ content: 'a' }), { error: { message: 'out of memory', code: 500 } }])
    expect(fault).toMatchObject({ code: 'provider/unavailable' })
    expect(fault?.message).toContain('out of memory')
  })

  test('garbage between events is passed over and counted', () => {
    const { message, skipped, reason } = read([chunk({ content: 'a' }), '<html>', '17', '{"cut', chunk({ content: 'b' }, 'stop')])
    expect(message.parts).toEqual([{ type: 'text', text: 'ab' }])
    expect(skipped).toBe(3)
    expect(reason).toBe('done')
  })

  test('a stream without [DONE] is complete if a finish reason came, and a fault if none did', () => {
    expect(read([chunk({ content: 'a' }), chunk({}, 'stop')]).reason).toBe('done')
    const broken = read([chunk({ content: 'a' })])
    expect(broken.reason).toBeUndefined()
    expect(broken.fault?.code).toBe('provider/unavailable')
    expect(broken.message.parts).toEqual([{ type: 'text', text: 'a' }])
  })

  test('no payload makes the reader throw', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (payloads) => void read(payloads)))
    const shape = fc.record({
      choices: fc.array(
        fc.record(
          {
            delta: fc.dictionary(fc.constantFrom('content', 'tool_calls', 'function_call', 'reasoning'), fc.jsonValue()),
            finish_reason: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
    })
    fc.assert(fc.property(fc.array(shape), (payloads) => void read(payloads)))
  })
})

const part = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ minLength: 1 }) }),
  fc.record({ type: fc.constant('reasoning' as const), text: fc.string({ minLength: 1 }) }),
  fc.record({
    type: fc.constant('tool-call' as const),
    name: fc.string({ minLength: 1 }),
    input: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
)

type SpokenGuess = typeof part extends fc.Arbitrary<infer Value> ? Value : never

function eventsOf(parts: readonly SpokenGuess[]): readonly StreamEvent[] {
  const events: StreamEvent[] = [{ type: 'message-start', messageId: 'answer', model: 'model' }]
  for (const [index, spoken] of parts.entries()) {
    if (spoken.type === 'tool-call') {
      const id = `call_${index}`
      const text = JSON.stringify(spoken.input)
      const input = JSON.parse(text)
      events.push({ type: 'part-start', part: index, kind: 'tool-call', callId: id, name: spoken.name })
      events.push(
        { type: 'part-delta', part: index, text: text.slice(0, 3) },
        { type: 'part-delta', part: index, text: text.slice(3) || ' ' },
      )
      events.push({ type: 'part-end', part: index, value: { type: 'tool-call', id, name: spoken.name, input } })
    } else {
      events.push({ type: 'part-start', part: index, kind: spoken.type }, { type: 'part-delta', part: index, text: spoken.text })
      events.push({ type: 'part-end', part: index, value: spoken })
    }
  }
  const reason = parts.some((spoken) => spoken.type === 'tool-call') ? 'calls' : 'done'
  return [...events, { type: 'message-end', reason, usage: { inputTokens: 1, outputTokens: 2 } }]
}

/** Neighbours of one kind become one part, and prose after a call stays after it. */
function merged(parts: readonly object[]) {
  const result: { type: string; text?: string }[] = []
  for (const spoken of parts as { type: string; text?: string }[]) {
    const last = result.at(-1)
    if (last && last.type === spoken.type && spoken.type !== 'tool-call') last.text = `${last.text}${spoken.text}`
    else result.push({ ...spoken })
  }
  return result
}

test('what is written as a stream is read back as the same message', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const events = eventsOf(parts)
      const payloads: string[] = []
      const splitter = createSseSplitter()
      splitter.push(openaiChat.createWriter(CONTEXT).push(events), (data) => payloads.push(data))
      const back = read(payloads)
      expect(merged(back.message.parts)).toEqual(merged(collectMessage(events).message.parts))
      expect(back.reason).toBe(collectMessage(events).reason)
      expect(back.usage).toEqual({ inputTokens: 1, outputTokens: 2 })
    }),
  )
})

const words = (all: readonly { type: string; text?: string }[], type: string) =>
  all.flatMap((spoken) => (spoken.type === type ? [spoken.text] : [])).join('')

test('what is written as a whole answer is read back with the same words and calls', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const events = eventsOf(parts)
      const { message } = collectMessage(openaiChat.readAnswer(openaiChat.writeAnswer(events, CONTEXT), { newId: newIds() }))
      const before = collectMessage(events).message.parts
      expect(words(message.parts, 'text')).toBe(words(before, 'text'))
      expect(words(message.parts, 'reasoning')).toBe(words(before, 'reasoning'))
      expect(message.parts.filter(({ type }) => type === 'tool-call')).toEqual(before.filter(({ type }) => type === 'tool-call'))
    }),
  )
})

describe('requests', () => {
  const body = {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '42' },
      { role: 'user', content: 'Thanks' },
    ],
    tools: [{ type: 'function', function: { name: 'f', description: 'does', parameters: { type: 'object', properties: {} } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    parallel_tool_calls: false,
    temperature: 0.5,
    max_tokens: 10,
    stop: ['END'],
    seed: 3,
    top_p: 0.9,
  }

  test('a request survives the way in and out', () => {
    expect(openaiChat.writeRequest(openaiChat.readRequest(body))).toEqual(body)
  })

  test('a call that nobody answered is closed, because the vendor would refuse it', () => {
    const open = openaiChat.readRequest({ ...body, messages: [body.messages[2], { role: 'user', content: 'never mind' }] })
    const { messages } = openaiChat.writeRequest(open) as { messages: object[] }
    expect(messages[1]).toMatchObject({ role: 'tool', tool_call_id: 'a' })
    expect(messages).toHaveLength(3)
  })

  test.each([
    [{}, 'messages'],
    [{ messages: [{ role: 'user', content: 'x' }] }, 'model'],
    [{ model: 'm', messages: [{ role: 'king', content: 'x' }] }, 'messages[0].role'],
    [{ model: 'm', messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages[0].content[0].text'],
    [{ ...body, tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name'],
    [{ ...body, tool_choice: 'maybe' }, 'tool_choice'],
    [{ ...body, temperature: 'hot' }, 'temperature'],
    ['text', 'body'],
  ])('a bad request is refused by the name of its field: %j', (bad, field) => {
    expect(() => openaiChat.readRequest(bad)).toThrow(`\`${field}\``)
  })
})
