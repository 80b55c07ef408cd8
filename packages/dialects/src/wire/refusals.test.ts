import { describe, expect, test } from 'vitest'
import { collectMessage } from '../canonical/collect-message.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { createSseSplitter } from './stream/sse.ts'
import type { WireFormat } from './wire-format.ts'

const FORMATS: readonly WireFormat[] = [openaiChat, openaiResponses, anthropicMessages, geminiGenerate]
const CONTEXT = { id: 'a', model: 'm', created: 1 }
const REFUSED: readonly StreamEvent[] = [
  { type: 'message-start', messageId: 'a', model: 'm' },
  { type: 'message-end', reason: 'filtered', refusal: 'I will not.' },
]

function readStream(format: WireFormat, text: string): readonly StreamEvent[] {
  const reader = format.createReader({ newId: () => 'new' })
  const events: StreamEvent[] = []
  createSseSplitter().push(text, (data, name) => events.push(...reader.push(data, name)))
  return [...events, ...reader.end()]
}

describe.each(FORMATS)('a refusal through $id', (format) => {
  const left = { reason: 'filtered', refusal: 'I will not.' }

  test('is written and read again as one, in a stream and whole', () => {
    expect(collectMessage(readStream(format, format.createWriter(CONTEXT).push(REFUSED)))).toMatchObject(left)
    expect(collectMessage(format.readAnswer(format.writeAnswer(REFUSED, CONTEXT), { newId: () => 'new' }))).toMatchObject(left)
  })

  test('has no words of an answer', () => {
    const { message } = collectMessage(readStream(format, format.createWriter(CONTEXT).push(REFUSED)))
    expect(message.parts.filter((part) => part.type === 'text' && part.text !== '')).toEqual([])
  })
})

test('a refusal in the history of a chat is not forgotten', () => {
  const messages = [{ role: 'assistant', content: null, refusal: 'I will not.' }]
  expect(openaiChat.readRequest({ model: 'm', messages }).messages).toMatchObject([{ parts: [{ text: 'I will not.' }] }])
})
