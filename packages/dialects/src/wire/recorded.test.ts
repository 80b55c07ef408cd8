import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { collectMessage } from '../canonical/collect-message.ts'
import type { Fault } from '../canonical/fault.ts'
import { expectWellFormed, readWire } from '../testing/wire-laws.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { createSseSplitter } from './stream/sse.ts'

const ROOT = fileURLToPath(new URL('../../fixtures/recorded', import.meta.url))

interface Expected {
  readonly fault?: { readonly code: string; readonly says: string; readonly retryable: boolean }
  readonly skipped?: number
}

function checkFault(fault: Fault | undefined, expected: Expected['fault']): void {
  expect(fault && { code: fault.code, retryable: fault.retryable }).toEqual(
    expected && { code: expected.code, retryable: expected.retryable },
  )
  if (expected) expect(fault?.message).toContain(expected.says)
}

const present = new Set(readdirSync(ROOT))

for (const format of [anthropicMessages, geminiGenerate, openaiChat, openaiResponses]) {
  if (!present.has(format.id)) continue
  const folder = `${ROOT}/${format.id}`
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.sse') ? [file.slice(0, -'.sse'.length)] : []))

  describe(`${format.id}: recorded streams`, () => {
    it.each(names)('%s', (name) => {
      const text = readFileSync(`${folder}/${name}.sse`, 'utf8')
      const { fault, skipped = 0, ...expected } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Expected
      for (const chunks of [[text], text.split(''), text.match(/[^]{1,7}/g) ?? []]) {
        const events = readWire(format, chunks)
        const { message, model, fault: heard, ...end } = collectMessage(events)
        expect({ id: message.id, model, parts: message.parts, ...end }).toEqual(expected)
        checkFault(heard, fault)
        expectWellFormed(events)
      }
      expect(skippedPayloads(format, text)).toBe(skipped)
    })
  })
}

function skippedPayloads(format: typeof anthropicMessages, text: string): number | undefined {
  const reader = format.createReader({ newId: () => 'id' })
  createSseSplitter().push(text, (data, name) => reader.push(data, name))
  return reader.skipped
}

describe('arguments that nest without end', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const streams: readonly (readonly [typeof anthropicMessages, readonly string[]])[] = [
    [
      anthropicMessages,
      [
        `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"x","name":"f","input":${deep}}}`,
        '{"type":"content_block_stop","index":0}',
      ],
    ],
    [
      openaiResponses,
      [
        `{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"x","name":"f","arguments":${JSON.stringify(deep)}}}`,
      ],
    ],
    [geminiGenerate, [`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${deep}}}]}}]}`]],
    [
      openaiChat,
      [
        `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":${JSON.stringify(deep)}}}]},"finish_reason":"tool_calls"}]}`,
      ],
    ],
  ]

  it.each(streams)('end as a broken call', (format, payloads) => {
    const reader = format.createReader({ newId: () => 'id' })
    const { message } = collectMessage([...payloads.flatMap((data) => reader.push(data)), ...reader.end()])
    expect(message.parts.map((part) => part.type)).toEqual(['broken-call'])
  })
})
