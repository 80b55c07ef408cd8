import { expect, test } from 'vitest'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { createEventReader, formatEvents } from './canonical-stream.ts'

const EVENTS: readonly StreamEvent[] = [
  { type: 'message-start', messageId: 'm', model: 'x' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-delta', part: 0, text: '素数\n\ndata: no event' },
  { type: 'part-end', part: 0, value: { type: 'text', text: '素数\n\ndata: no event' } },
  { type: 'part-start', part: 1, kind: 'tool-call', callId: 'c', name: 'f' },
  { type: 'part-end', part: 1, value: { type: 'tool-call', id: 'c', name: 'f', input: { a: 1 } } },
  { type: 'message-end', reason: 'calls', usage: { inputTokens: 1 } },
]

function read(text: string, size: number): StreamEvent[] {
  const reader = createEventReader()
  const events: StreamEvent[] = []
  for (let at = 0; at < text.length; at += size) events.push(...reader.push(text.slice(at, at + size)))
  return [...events, ...reader.end()]
}

test('what was written in batches is read back equal, in pieces of any size', () => {
  const text = formatEvents(EVENTS.slice(0, 3)) + formatEvents(EVENTS.slice(3))
  for (const size of [1, 2, 7, 1000]) expect(read(text, size)).toEqual(EVENTS)
})

test('a stream that breaks off ends in a fault that says so', () => {
  const events = read(formatEvents(EVENTS.slice(0, 3)), 50)
  expect(events.slice(0, 3)).toEqual(EVENTS.slice(0, 3))
  expect(events.at(-1)).toMatchObject({ type: 'fault', fault: { code: 'transport/disconnected', retryable: true } })
})

test('nothing is read after the end', () => {
  expect(read(formatEvents(EVENTS) + formatEvents(EVENTS), 40)).toEqual(EVENTS)
})

test.each([
  'data: {"type":"message-start"}\n\n',
  'data: [{"type":"part-delta","part":-1,"text":"x"}]\n\n',
  'data: [{"type":"part-start","part":0,"kind":"script"}]\n\n',
  'data: [{"type":"part-end","part":0,"value":{"type":"tool-call","id":"a","name":"f","input":[]}}]\n\n',
  'data: [{"type":"part-end","part":0,"value":{"type":"broken-call","id":"a","source":"","problem":"","offer":{"type":"text","text":""}}}]\n\n',
  'data: [{"type":"message-end","reason":"bored"}]\n\n',
  'data: <html>\n\n',
])('a shape that is not ours is refused: %s', (text) => {
  expect(() => read(text, 1000)).toThrow(/not part of an answer/)
})
