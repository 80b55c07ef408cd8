import { expect, test } from 'vitest'
import { collectMessage } from '../canonical/collect-message.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import { hermes } from '../dialects/hermes.ts'
import { fixtureTools } from '../testing/fixture-tools.ts'
import { readInPieces } from '../testing/laws.ts'
import { readWire } from '../testing/wire-laws.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'

const ANSWER = 'Like so:\n```\n<tool_call>{"name": "find_book", "arguments": {"title": "Momo"}}</tool_call>\n```\nShall I?'

test.each([openaiChat, openaiResponses, anthropicMessages, geminiGenerate])(
  'a client of $id gets a call that was only shown as the text it was',
  (format) => {
    const parts = readInPieces(
      hermes,
      { tools: fixtureTools },
      ANSWER,
      [...ANSWER].map((_, index) => index),
    )
    const events: readonly StreamEvent[] = [
      { type: 'message-start', messageId: 'a', model: 'm' },
      ...parts,
      { type: 'message-end', reason: 'done' },
    ]
    const writer = format.createWriter({ id: 'a', model: 'm', created: 0 })
    const streamed = collectMessage(
      readWire(
        format,
        events.map((event) => writer.push([event])),
      ),
    )
    const whole = collectMessage(
      format.readAnswer(format.writeAnswer(events, { id: 'a', model: 'm', created: 0 }), { newId: () => 'id' }),
    )
    for (const { message } of [streamed, whole]) {
      expect(message.parts.map(({ type }) => type)).not.toContain('tool-call')
      expect(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(ANSWER)
    }
  },
)
