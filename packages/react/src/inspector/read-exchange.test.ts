import type { Exchange } from '@parley/browser'
import { describe, expect, test } from 'vitest'
import { formerOf, parsedReply, requestOf, spanOf, toolsOf } from './read-exchange.ts'

const events = (...batch: object[]) => `data: ${JSON.stringify(batch)}\n\n`
const said = (id: string, text: string) => [
  { type: 'message-start', messageId: id, model: 'm' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-end', part: 0, value: { type: 'text', text } },
  { type: 'message-end', reason: 'done' },
]

const exchange = (url: string, sentAt: number, more: { body?: object; reply?: string } = {}): Exchange => ({
  id: String(sentAt),
  threadId: 't',
  sentAt,
  endedAt: sentAt + 5,
  request: { url, method: more.body ? 'POST' : 'GET', headers: {}, body: more.body ? JSON.stringify(more.body) : '' },
  reply: more.reply ?? '',
})

const tools = { note: { description: 'Keeps a note.', parameters: { type: 'object' } }, odd: 1 }
const turn = [
  exchange('/api/chat?events=canonical', 10, { body: { messages: [], tools } }),
  exchange('/api/threads/t/stream?events=canonical', 20, {
    reply:
      events(...said('a', 'One.'), { type: 'tool-result', result: { callId: 'c', content: [] } }) + events(...said('b', 'Two.')),
  }),
  exchange('/api/threads/t/resume?events=canonical', 30, { body: { answers: [] } }),
  exchange('/api/threads/t/stream?events=canonical', 40, { reply: events(...said('c', 'Three.')).slice(0, 90) }),
  exchange('/api/chat?events=canonical', 50, { body: { messages: [1] } }),
]
const [asked, told, resumed, cut, again] = turn as [Exchange, Exchange, Exchange, Exchange, Exchange]

describe('an exchange about a thread on the server', () => {
  test('is no request for an answer, and names the tools of the page', () => {
    expect(requestOf(asked)).toBeUndefined()
    expect(toolsOf(asked)).toEqual([{ name: 'note', description: 'Keeps a note.', parameters: { type: 'object' } }])
    expect(toolsOf(told)).toEqual([])
  })

  test('reads as every answer that was told in it, whole or cut off', () => {
    expect(parsedReply(told)).toEqual([
      { type: 'text', text: 'One.' },
      { type: 'text', text: 'Two.' },
    ])
    const messages = [
      { role: 'assistant', parts: [] },
      { role: 'user', parts: [] },
      { role: 'assistant', parts: [{ type: 'text', text: 'Six.' }] },
    ]
    expect(parsedReply({ ...told, reply: JSON.stringify({ messages }) })).toEqual([{ type: 'text', text: 'Six.' }])
    expect(parsedReply(cut)).toEqual([])
    expect(parsedReply({ ...told, reply: 'data: {no json\n\n' })).toEqual([])
  })

  test('is compared with the last of its kind, and heard on the wire from the question to the end of what was told', () => {
    expect(formerOf(again, turn)).toBe(asked)
    expect(formerOf(resumed, turn)).toBeUndefined()
    expect(spanOf(told, turn)).toEqual({ from: 10, to: 25 })
    expect(spanOf(resumed, turn)).toEqual({ from: 30, to: 45 })
    expect(spanOf(again, turn)).toEqual({ from: 50, to: undefined })
  })
})

test('an answer is read as one, and the bytes of somebody else as nothing', () => {
  const answer = exchange('/api/respond', 1, { body: { messages: [], model: 'm' }, reply: events(...said('a', 'Hello.')) })
  expect(parsedReply(answer)).toEqual([{ type: 'text', text: 'Hello.' }])
  expect(parsedReply({ ...answer, reply: 'data: <html>\n\n' })).toEqual([])
})
