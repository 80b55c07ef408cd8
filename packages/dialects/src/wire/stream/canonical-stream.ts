import { type Fault, FaultError, faultOf } from '../../canonical/fault.ts'
import { isJsonObject } from '../../canonical/json.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
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
  message: 'The connection broke before the answer was complete. Try again.',
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
    message: 'The server sent something that is not part of an answer. Reload the page; if it stays, update the server.',
    retryable: false,
  })
}

/** Whether something that came over a wire is one of the six. */
export function isStreamEvent(value: unknown): value is StreamEvent {
  if (!isJsonObject(value)) return false
  switch (value['type']) {
    case 'message-start':
      return typeof value['messageId'] === 'string' && typeof value['model'] === 'string'
    case 'part-start':
      return isOrdinal(value['part']) && isPartStart(value['kind'], value['callId'], value['name'])
    case 'part-delta':
      return isOrdinal(value['part']) && typeof value['text'] === 'string'
    case 'part-end':
      return isOrdinal(value['part']) && isSpokenPart(value['value'])
    case 'message-end':
      return typeof value['reason'] === 'string' && END_REASONS.has(value['reason']) && isOptional(value['usage'], isJsonObject)
    case 'fault':
      return faultOf(value) !== undefined && isFault(value['fault'])
    default:
      return false
  }
}

const END_REASONS = new Set(['done', 'calls', 'length', 'filtered', 'stopped'])

function isFault(value: unknown): boolean {
  return isJsonObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string'
}

function isOrdinal(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000
}

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isPartStart(kind: unknown, callId: unknown, name: unknown): boolean {
  if (kind === 'tool-call') return isText(callId) && isOptional(name, isText)
  return kind === 'text' || kind === 'reasoning'
}

function isSpokenPart(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  switch (value['type']) {
    case 'text':
      return isText(value['text'])
    case 'reasoning':
      return isText(value['text']) && isOptional(value['signature'], isText)
    case 'tool-call':
      return (
        isText(value['id']) && isText(value['name']) && isJsonObject(value['input']) && isOptional(value['inputText'], isText)
      )
    case 'broken-call':
      return (
        isText(value['id']) && isText(value['source']) && isText(value['problem']) && isBrokenRest(value['name'], value['offer'])
      )
    default:
      return false
  }
}

function isBrokenRest(name: unknown, offer: unknown): boolean {
  return (
    isOptional(name, isText) &&
    isOptional(offer, (call) => isJsonObject(call) && call['type'] === 'tool-call' && isSpokenPart(call))
  )
}
