import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { createSseSplitter } from '../stream/sse.ts'
import { createChatReader } from './reader.ts'

const envelope = (inner: string, finish = 'null') =>
  `data: {"id":"c1","model":"m","choices":[{"index":0,"delta":{"content":"${inner}"},"finish_reason":${finish}}]}\n\n`

/** Events of a stream that comes in these pieces; `skims` takes the way around the splitter wherever it may. */
function read(pieces: readonly string[], skims: boolean) {
  const reader = createChatReader({ newId: () => 'new' })
  const splitter = createSseSplitter()
  const events: StreamEvent[] = []
  for (const piece of pieces) {
    const skimmed = skims && splitter.between ? reader.skim?.(piece) : undefined
    events.push(...(skimmed?.events ?? []))
    splitter.push(piece.slice(skimmed?.length ?? 0), (data) => events.push(...reader.push(data)))
  }
  events.push(...reader.end())
  return { events: joined(events), skipped: reader.skipped }
}

/** Deltas of one part that follow each other are one: what is skimmed comes in one piece. */
function joined(events: readonly StreamEvent[]): StreamEvent[] {
  const all: StreamEvent[] = []
  for (const event of events) {
    const last = all.at(-1)
    if (event.type === 'part-delta' && last?.type === 'part-delta' && last.part === event.part)
      all[all.length - 1] = { ...last, text: last.text + event.text }
    else all.push(event)
  }
  return all
}

/** What a string of the envelope holds, as it stands in the stream: mostly words, sometimes what breaks JSON or the lines. */
const inner = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)) },
  fc.constantFrom(
    'a\nb',
    'a\r\nb',
    'tab\there',
    'lone \\',
    '\\u12',
    'say "no"',
    '\\"}',
    '\n\ndata: [DONE]\n\n',
    '\\ud83d',
    '\\n\\n',
  ),
)
const event = fc.oneof(
  { weight: 8, arbitrary: inner.map((text) => envelope(text)) },
  inner.map((text) => envelope(text).replaceAll('\n', '\r\n')),
  inner.map((text) => `event: ping\n${envelope(text)}`),
  inner.map((text) => envelope(text, '"stop"')),
  inner.map((text) => envelope(text).slice(0, -1)),
  fc.constantFrom('data: [DONE]\n\n', ': comment\n\n', 'data: {"error":{"message":"no"}}\n\n', '\n'),
)

/** An event comes in a piece of its own, together with the one before it, or in two pieces. */
const arrival = fc.tuple(event, fc.oneof(fc.constantFrom('alone', 'along'), fc.nat({ max: 200 })))

test('what is skimmed off a piece is what the splitter and the parser would have read, however the stream arrives', () => {
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 12 }), (arrivals) => {
      const pieces = [envelope('first')]
      for (const [text, how] of arrivals) {
        const cut = typeof how === 'number' ? how % text.length : 0
        if (how === 'alone') pieces.push(text)
        else if (how === 'along') pieces.push(`${pieces.pop()}${text}`)
        else pieces.push(`${pieces.pop()}${text.slice(0, cut)}`, text.slice(cut))
      }
      expect(read(pieces, true)).toEqual(read([pieces.join('')], false))
    }),
    { numRuns: 300 },
  )
})

test('whole events of the known envelope never reach the splitter, and come as one', () => {
  const reader = createChatReader({ newId: () => 'new' })
  reader.push(envelope('first').slice('data: '.length, -2))
  const piece = envelope('one') + envelope('two \\n') + envelope('three', '"stop"')
  const { events, length } = reader.skim?.(piece) ?? { events: [], length: 0 }
  expect(events.map((told) => told.type === 'part-delta' && told.text)).toEqual(['onetwo \n'])
  expect(piece.slice(length)).toBe(envelope('three', '"stop"'))
})
