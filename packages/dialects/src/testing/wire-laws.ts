import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CollectedMessage, collectMessage } from '../canonical/collect-message.ts'
import { inputJson, type SpokenPart } from '../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../canonical/stream-event.ts'
import { createSseSplitter } from '../wire/stream/sse.ts'
import type { AnswerContext, ReaderContext, WireFormat } from '../wire/wire-format.ts'
import { cut, FOREIGN_PROOF, type SampleAnswer, sampleAnswers, sampleRequests, words } from './wire-samples.ts'

/** What a format cannot carry, said once and openly. Absent: it carries everything. */
export interface WireLosses {
  /** The parts that are left of an answer that was streamed. */
  readonly inStream?: (parts: readonly SpokenPart[]) => readonly SpokenPart[]
  /** The parts that are left of an answer that was written whole. */
  readonly inAnswer?: (parts: readonly SpokenPart[]) => readonly SpokenPart[]
  readonly reason?: (reason: EndReason, parts: readonly SpokenPart[]) => EndReason
  readonly usage?: (usage: Usage) => Usage
}

const CONTEXT: AnswerContext = { id: 'answer-1', model: 'model-1', created: 1_700_000_000 }

/** Runs the laws of a vendor format. For the built-in ones and for yours. */
export function describeWireFormat(format: WireFormat, losses: WireLosses = {}): void {
  describe(`${format.id} keeps the laws of a wire format`, () => {
    streamLaws(format, losses)
    calmLaws(format)
    requestLaws(format)
  })
}

/** Feeds text as it would come from a socket, and gives the events a reader made of it. */
export function readWire(
  format: WireFormat,
  chunks: Iterable<string>,
  context: Partial<ReaderContext> = {},
): readonly StreamEvent[] {
  const splitter = createSseSplitter()
  const reader = format.createReader({ newId: countingIds(), ...context })
  const events: StreamEvent[] = []
  for (const chunk of chunks) splitter.push(chunk, (data, name) => events.push(...reader.push(data, name)))
  splitter.end((data, name) => events.push(...reader.push(data, name)))
  events.push(...reader.end())
  return events
}

function countingIds(): () => string {
  let count = 0
  return () => `new_${++count}`
}

function writeWire(format: WireFormat, batches: readonly (readonly StreamEvent[])[]): string {
  const writer = format.createWriter(CONTEXT)
  return batches.map((batch) => writer.push(batch)).join('')
}

function streamLaws(format: WireFormat, losses: WireLosses): void {
  const answers = sampleAnswers(format.id)

  it('reader(writer(events)) collects to the same message, however the bytes are cut', () => {
    fc.assert(
      fc.property(answers, fc.infiniteStream(fc.nat(1000)), (sample, noise) => {
        const events = readWire(
          format,
          cut(writeWire(format, sample.batches), () => noise.next().value ?? 0),
        )
        expectSame(collectMessage(events), sample, losses, losses.inStream)
        expectWellFormed(events)
      }),
    )
  })

  it('readAnswer(writeAnswer(events)) collects to the same message', () => {
    fc.assert(
      fc.property(answers, (sample) => {
        const body: unknown = JSON.parse(JSON.stringify(format.writeAnswer(sample.batches.flat(), CONTEXT)))
        const events = format.readAnswer(body, { newId: countingIds() })
        expectSame(collectMessage(events), sample, losses, losses.inAnswer)
        expectWellFormed(events)
      }),
    )
  })

  it('how events are batched does not change what is written', () => {
    fc.assert(
      fc.property(answers, ({ batches }) => {
        expect(writeWire(format, batches)).toBe(writeWire(format, [batches.flat()]))
      }),
    )
  })

  it('a call that broke never comes back as a call that runs', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.constantFrom('{}', '{"a":1}', '{"a":"b', '{"a":"b\\')), fc.boolean(), (source, named) => {
        const broken: SpokenPart = {
          type: 'broken-call',
          id: 'call_0',
          ...(named && { name: 'read_file' }),
          source,
          problem: 'It broke off.',
        }
        const events: StreamEvent[] = [
          { type: 'message-start', messageId: CONTEXT.id, model: CONTEXT.model },
          { type: 'part-start', part: 0, kind: 'tool-call', callId: 'call_0', ...(named && { name: 'read_file' }) },
          { type: 'part-delta', part: 0, text: source },
          { type: 'part-end', part: 0, value: broken },
          { type: 'message-end', reason: 'done' },
        ]
        const streamed = collectMessage(readWire(format, [writeWire(format, [events])]))
        const whole = collectMessage(format.readAnswer(format.writeAnswer(events, CONTEXT), { newId: countingIds() }))
        for (const { message } of [streamed, whole]) expect(message.parts.filter((part) => part.type === 'tool-call')).toEqual([])
      }),
    )
  })

  it('a fault in the middle is the last thing the reader hears, in the words it was given', () => {
    fc.assert(
      fc.property(answers, fc.nat(20), (sample, at) => {
        const events = sample.batches.flat().slice(0, 1 + at)
        if (events.at(-1)?.type === 'message-end') events.pop()
        const fault = { code: 'provider/rate-limited', message: 'The well is dry. Wait for rain.', retryable: true } as const
        const heard = readWire(format, [writeWire(format, [[...events, { type: 'fault', fault }]])])
        const last = heard.at(-1)
        expect(last?.type === 'fault' && last.fault.message).toContain(fault.message)
        expect(heard.filter((event) => event.type === 'fault' || event.type === 'message-end')).toHaveLength(1)
      }),
    )
  })
}

function expectSame(
  { usage: counted, ...heard }: CollectedMessage,
  { parts, reason, usage }: SampleAnswer,
  losses: WireLosses,
  kept: WireLosses['inStream'] = (all) => all,
): void {
  expect(heard).toEqual({
    message: { role: 'assistant', id: CONTEXT.id, parts: kept(parts) },
    model: CONTEXT.model,
    reason: losses.reason?.(reason, parts) ?? reason,
  })
  // Where nobody counted, a format that demands numbers says zero.
  if (usage) expect(counted).toEqual(losses.usage?.(usage) ?? usage)
  else expect(Object.values(counted ?? {}).every((count) => count === 0)).toBe(true)
}

/** One start, parts that start in order and whose deltas add up, one end. */
export function expectWellFormed(events: readonly StreamEvent[]): void {
  const sums = new Map<number, string>()
  for (const [index, event] of events.entries()) {
    const last = index === events.length - 1
    expect(event.type === 'message-end' || event.type === 'fault').toBe(last)
    if (event.type === 'message-start') expect(index).toBe(0)
    if (event.type === 'part-start') {
      expect(event.part).toBe(sums.size)
      sums.set(event.part, '')
    }
    if (event.type === 'part-delta') {
      expect(event.text).not.toBe('')
      sums.set(event.part, `${sums.get(event.part)}${event.text}`)
    }
    if (event.type === 'part-end') expectSum(event.value, sums.get(event.part))
  }
}

function expectSum(value: SpokenPart, sum: string | undefined): void {
  if (value.type === 'tool-call') expect(JSON.parse(sum ?? '')).toEqual(JSON.parse(inputJson(value)))
  else if (value.type !== 'broken-call') expect(sum).toBe(value.text)
}

function calmLaws(format: WireFormat): void {
  it('no payload makes the reader throw, and every stream ends exactly once', () => {
    const payload = fc.oneof(
      words,
      fc.json(),
      fc.constantFrom('', '[DONE]', 'null', '[]', '{"type":null}', '{"error":{}}', '{"choices":[null]}'),
    )
    fc.assert(
      fc.property(fc.array(payload, { maxLength: 8 }), (payloads) => {
        const reader = format.createReader({ newId: countingIds() })
        const events = [...payloads.flatMap((data) => reader.push(data)), ...reader.end(), ...reader.push('{}'), ...reader.end()]
        expect(events.filter((event) => event.type === 'fault' || event.type === 'message-end')).toHaveLength(1)
      }),
    )
  })

  it('a payload that was damaged on the way never makes the reader throw, and its events stay in order', () => {
    fc.assert(
      fc.property(sampleAnswers(format.id), fc.nat(), fc.nat(), words, (sample, from, length, noise) => {
        const text = writeWire(format, sample.batches)
        const at = from % text.length
        expectWellFormed(readWire(format, [text.slice(0, at), noise, text.slice(at + (length % 40))]))
      }),
    )
  })

  it('no body makes readAnswer throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const ends = format
          .readAnswer(body, { newId: countingIds() })
          .filter((event) => event.type === 'fault' || event.type === 'message-end')
        expect(ends).toHaveLength(1)
      }),
    )
  })

  it('a stream that breaks off without a reason ends in a fault, never in a false end', () => {
    const whole = writeWire(format, [[{ type: 'message-start', messageId: 'answer-1', model: 'model-1' }]])
    expect(readWire(format, [whole]).at(-1)?.type).toBe('fault')
    expect(readWire(format, []).at(-1)?.type).toBe('fault')
  })
}

function requestLaws(format: WireFormat): void {
  it('a request that was read and written again stays the same', () => {
    fc.assert(
      fc.property(sampleRequests(format.id), (request) => {
        const once: unknown = JSON.parse(JSON.stringify(format.writeRequest(request)))
        const twice: unknown = JSON.parse(JSON.stringify(format.writeRequest(format.readRequest(once))))
        expect(twice).toEqual(once)
      }),
    )
  })

  it('every result in a written request answers a call of the message before it, and every call is answered', () => {
    fc.assert(
      fc.property(sampleRequests(format.id), (request) => {
        const { messages } = format.readRequest(JSON.parse(JSON.stringify(format.writeRequest(request))))
        for (const [index, message] of messages.entries()) {
          if (message.role !== 'assistant') continue
          const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
          const next = messages[index + 1]
          expect(next?.role === 'tool' ? next.parts.map((result) => result.callId) : []).toEqual(calls)
        }
      }),
    )
  })

  it("another vendor's proof never leaves", () => {
    fc.assert(
      fc.property(sampleRequests(format.id), (request) => {
        expect(JSON.stringify(format.writeRequest(request))).not.toContain(FOREIGN_PROOF)
      }),
    )
  })

  it('no request body makes readRequest throw anything but a fault that names the field', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          format.readRequest(body)
        } catch (error) {
          expect(error).toMatchObject({ fault: { code: 'request/invalid', message: expect.stringMatching(/`[^`]+`/) } })
        }
      }),
    )
  })
}
