import { type Fault, FaultError } from '../../canonical/fault.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { isValues, isWording } from '../../canonical/sentence.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { say } from '../words.ts'
import { createSseSplitter } from './sse.ts'

/** One batch as one server-sent event: `data: [event, …]`. */
export function formatEvents(batch: readonly StreamEvent[]): string {
  return `data: ${JSON.stringify(batch)}\n\n`
}

export interface EventReader {
  /** The events in a piece of the stream, cut anywhere. Throws a fault on something that is not ours. */
  push(chunk: string): readonly StreamEvent[]
  /** What is left. A stream that broke off before its end gets the fault it did not send. */
  end(): readonly StreamEvent[]
}

/** Reads what `formatEvents` wrote, checking every shape where it enters. Works in a page and on a server. */
export function createEventReader(): EventReader {
  const splitter = createSseSplitter()
  let over = false
  const collect = (run: (sink: (data: string) => void) => void) => {
    const events: StreamEvent[] = []
    run((data) => {
      for (const event of parseBatch(data)) {
        if (over) return
        over = event.type === 'message-end' || event.type === 'fault'
        events.push(event)
      }
    })
    return events
  }
  return {
    push: (chunk) => collect((sink) => splitter.push(chunk, sink)),
    end() {
      // An event that was never closed is half an event: it is part of what was lost.
      return over ? [] : [{ type: 'fault', fault: DISCONNECTED }]
    },
  }
}

const DISCONNECTED: Fault = {
  code: 'transport/disconnected',
  ...say('answer.disconnected'),
  retryable: true,
}

function parseBatch(data: string): readonly StreamEvent[] {
  let batch: unknown
  try {
    batch = JSON.parse(data)
  } catch {
    throw unreadable()
  }
  if (!Array.isArray(batch) || !batch.every(isStreamEvent)) throw unreadable()
  return batch
}

function unreadable(): FaultError {
  return new FaultError({
    code: 'provider/bad-answer',
    ...say('answer.no-part'),
    retryable: false,
  })
}

/** Whether something that came over a wire is one of the six. By hand: a page reads every delta through it, and loads no schemas for it. */
export function isStreamEvent(value: unknown): value is StreamEvent {
  return isJsonObject(value) && (EVENTS.get(value['type'])?.(value) ?? false)
}

type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'
const isOrdinal: Test = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1_000_000
const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)
const oneOf = (...words: readonly string[]): Test => {
  const known = new Set<unknown>(words)
  return (value) => known.has(value)
}
const shape = (fields: Readonly<Record<string, Test>>): Test => {
  const tests = Object.entries(fields)
  return (value) => isJsonObject(value) && tests.every(([key, test]) => test(value[key]))
}

const isWords: Test = (value) => isWording(value)
const isFlaw = shape({ id: isText, message: isText, values: maybe((value) => isValues(value)) })
const isCall = shape({
  type: oneOf('tool-call'),
  id: isText,
  name: isText,
  input: isJsonObject,
  inputText: maybe(isText),
  source: maybe(isText),
  dialect: maybe(isText),
  flaws: maybe((value) => Array.isArray(value) && value.every(isFlaw)),
  signature: maybe(isText),
})
const PARTS = new Map<unknown, Test>([
  ['text', shape({ text: isText })],
  ['reasoning', shape({ text: isText, signature: maybe(isText) })],
  ['tool-call', isCall],
  [
    'broken-call',
    shape({
      id: isText,
      name: maybe(isText),
      source: isText,
      dialect: maybe(isText),
      problem: isText,
      words: maybe(isWords),
      at: maybe(isNumber),
      offer: maybe(isCall),
    }),
  ],
])
const isSpokenPart: Test = (value) => isJsonObject(value) && (PARTS.get(value['type'])?.(value) ?? false)

const isProseStart = shape({ part: isOrdinal, kind: oneOf('text', 'reasoning') })
const isCallStart = shape({ part: isOrdinal, kind: oneOf('tool-call'), callId: isText, name: maybe(isText) })
const isUsage = shape({
  inputTokens: maybe(isNumber),
  outputTokens: maybe(isNumber),
  reasoningTokens: maybe(isNumber),
  cachedInputTokens: maybe(isNumber),
  estimated: maybe((value) => value === true),
})
const EVENTS = new Map<unknown, Test>([
  ['message-start', shape({ messageId: isText, model: isText, usage: maybe((value) => isUsage(value)) })],
  ['part-start', (value) => isProseStart(value) || isCallStart(value)],
  ['part-delta', shape({ part: isOrdinal, text: isText })],
  ['part-end', shape({ part: isOrdinal, value: isSpokenPart })],
  [
    'message-end',
    shape({ reason: oneOf('done', 'calls', 'length', 'filtered', 'stopped'), usage: maybe(isUsage), refusal: maybe(isText) }),
  ],
  ['fault', shape({ fault: shape({ code: isText, message: isText, words: maybe(isWords) }) })],
])
