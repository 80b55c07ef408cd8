import { parsePartialJson as langchainParse } from '@langchain/core/output_parsers'
import { parsePartialJson as aiSdkParse } from 'ai'
import { parse as bestEffortParse, disableErrorLogging } from 'best-effort-json-parser'
import * as fc from 'fast-check'
import JSON5 from 'json5'
import { jsonrepair } from 'jsonrepair'
import { parse as partialParse } from 'partial-json'
import { describe, expect, test } from 'vitest'
import { isJsonObject } from '../../canonical/json.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts'
import { openaiChat } from '../openai-chat/openai-chat.ts'
import { openaiResponses } from '../openai-responses/openai-responses.ts'
import { createSseSplitter } from '../stream/sse.ts'
import type { WireFormat } from '../wire-format.ts'
import { SentArguments } from './sent-arguments.ts'

disableErrorLogging()

/** What clients read arguments with. Each gives what it makes of a text, or throws. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'JSON.parse': (text) => JSON.parse(text),
  'partial-json': (text) => partialParse(text),
  jsonrepair: (text) => JSON.parse(jsonrepair(text)),
  'best-effort-json-parser': (text) => bestEffortParse(text),
  json5: (text) => JSON5.parse(text),
  'the AI SDK': async (text) => (await aiSdkParse(text)).value,
  LangChain: (text) => langchainParse(text),
  // Mends what stands in strings, completes what is open, and has no arguments where both fail.
  pi: (text) => {
    for (const read of [JSON.parse, partialParse]) {
      for (const given of [text, mendedStrings(text)]) {
        try {
          return read(given)
        } catch {}
      }
    }
    return {}
  },
}

const mendedStrings = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\[^])*"?/g, (string) =>
    string.replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1)).replaceAll(/\\(?!["\\/bfnrtu])/g, '\\\\'),
  )

const FORMATS: readonly WireFormat[] = [openaiChat, openaiResponses, anthropicMessages]
const CONTEXT = { id: 'a', model: 'm', created: 1 }

function brokenCall(pieces: readonly string[], last: StreamEvent): readonly StreamEvent[] {
  return [
    { type: 'message-start', messageId: 'a', model: 'm' },
    { type: 'part-start', part: 0, kind: 'tool-call', callId: 'call_0', name: 'write_file' },
    ...pieces.map((text): StreamEvent => ({ type: 'part-delta', part: 0, text })),
    {
      type: 'part-end',
      part: 0,
      value: { type: 'broken-call', id: 'call_0', name: 'write_file', source: pieces.join(''), problem: 'It broke off.' },
    },
    last,
  ]
}

/** The arguments that a client has collected when the stream is over. `undefined`: it was told of no call. */
function collected(written: string): string | undefined {
  let text: string | undefined
  const add = (piece: unknown) => {
    if (typeof piece === 'string') text = (text ?? '') + piece
  }
  createSseSplitter().push(written, (data) => {
    const event = data === '[DONE]' ? {} : JSON.parse(data)
    for (const call of event.choices?.[0]?.delta.tool_calls ?? []) add(call.function.arguments)
    if (event.type === 'response.function_call_arguments.delta') add(event.delta)
    if (event.content_block?.type === 'tool_use') add('')
    add(event.delta?.partial_json)
  })
  return text
}

/** Strings that a lenient reader could take for JSON. */
const unit = fc.constantFrom(...'ab[]{}(),:"\'\\/ -0')
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit }),
    fc.jsonValue({ maxDepth: 0 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit }), tie('value'), { maxKeys: 4 }),
  ),
}))

/** Inputs as models write them: at least one member, spaced or not. */
const inputs = fc
  .tuple(
    fc.dictionary(fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit, minLength: 1 })), value, { minKeys: 1, maxKeys: 4 }),
    fc.constantFrom(undefined, 1),
  )
  .map(([input, space]) => ({ input, text: JSON.stringify(input, null, space) }))

function cutInPieces(text: string, noise: fc.Stream<number>): readonly string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const size = 1 + ((noise.next().value ?? 0) % 12)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

describe.each(FORMATS)('a call that broke, through $id', (format) => {
  test.each(Object.entries(READERS))('is nothing that %s could run, wherever it was cut', async (_, read) => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.nat(), fc.infiniteStream(fc.nat(1000)), async ({ input, text }, cutAt, noise) => {
        const cut = text.slice(0, cutAt % (text.length + 1))
        const events = brokenCall(cutInPieces(cut, noise), { type: 'message-end', reason: 'done' })
        const seen = collected(format.createWriter(CONTEXT).push(events))
        if (seen === undefined) return
        let made: unknown
        try {
          made = await read(seen)
        } catch {
          return
        }
        if (!isJsonObject(made)) return
        // A reader that takes it all the same keeps no value that came, and cannot mistake the call for one without arguments.
        expect(Object.keys(made).length).toBeGreaterThan(0)
        // `null` would not do: there are clients that make an empty text of it, and run the call.
        for (const [key, one] of Object.entries(made)) if (Object.hasOwn(input, key)) expect(one).toEqual([[0], [0]])
      }),
      { numRuns: 300 },
    )
  })

  test('is answered by the client before it goes on: the answer does not look finished', () => {
    const events = brokenCall(['{"path":"/a","content":"hal'], { type: 'message-end', reason: 'done' })
    const written = format.createWriter(CONTEXT).push(events)
    expect(written).not.toMatch(/"finish_reason":"stop"|"stop_reason":"end_turn"/)
  })

  test('stays open where the answer died: some clients run whatever is closed', () => {
    const fault = { code: 'provider/unavailable', message: 'It died.', retryable: true } as const
    const events = brokenCall(['{"path":"/a","content":"hal'], { type: 'fault', fault })
    const written = format.createWriter(CONTEXT).push(events)
    expect(written).toContain('It died.')
    expect(written).toContain('hal')
    expect(written).not.toMatch(/content_block_stop|output_item\.done|arguments\.done/)
  })
})

test('what is sent is always the beginning of what the model wrote, and a whole call is sent whole', () => {
  fc.assert(
    fc.property(inputs, fc.infiniteStream(fc.nat(1000)), ({ text }, noise) => {
      const args = new SentArguments()
      let sent = ''
      for (const piece of cutInPieces(text, noise)) {
        sent += args.push(piece)
        expect(text.startsWith(sent)).toBe(true)
        expect(sent.length).toBeLessThan(text.length)
      }
      expect(sent + args.rest()).toBe(text)
    }),
  )
})

test('what is no JSON is not sent on', () => {
  for (const [text, sent] of [
    ["{'a': 1}", '{'],
    ['{"a": tru1', '{"a": tru'],
    ['{"a": 1}{"b": 2}', '{"a": 1'],
    ['hello', ''],
    ['"{\\"a\\":1}"', ''],
    ['{"a": [1}', '{"a": [1'],
    ['{"a": 1-2', '{"a": 1'],
    ['{"a" 1', '{"a" '],
    ['{"a": "x\ny"', '{"a": "x'],
    ['{"a": 1, "b\\"c": 1', '{"a": 1, "b'],
    ['{"a": ["x["], "b": 1', '{"a": ["x["'],
    ['{"a": {"b": "x{"}, "b": 1', '{"a": {"b": "x{"'],
    ['{"a": ["x[]"], "b": ["{"], "c": "[{"', '{"a": ["x[]"], "b": ["{"], "c": "[{"'],
  ] as const) {
    expect(new SentArguments().push(text)).toBe(sent)
  }
})

test('a long string costs what it is long', () => {
  const args = new SentArguments()
  args.push('{"content":"')
  const piece = 'x'.repeat(1000)
  for (let count = 0; count < 5000; count++) args.push(piece)
  args.push('"}')
  expect(args.rest()).toBe('}')
})
