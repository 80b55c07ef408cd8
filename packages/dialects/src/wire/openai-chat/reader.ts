import { isJsonObject, type JsonObject, type JsonValue, ownValue, present } from '../../canonical/json.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { AnswerEvents } from '../answer/answer-events.ts'
import { BROKE_OFF, vendorFault } from '../answer/vendor-fault.ts'
import type { ReaderContext, WireReader } from '../wire-format.ts'
import { OpenAiCalls } from './calls.ts'
import { createContentLane } from './content-lane.ts'

const NOTHING = { length: 0, content: '' }

/** Reads `chat.completion.chunk` payloads. */
export function createChatReader(context: ReaderContext): WireReader {
  const answer = new AnswerEvents(context.newId)
  const calls = new OpenAiCalls(answer, context.tools)
  const lane = createContentLane()
  let reason: EndReason | undefined
  let usage: Usage | undefined
  let done = false
  let begun = false
  let skipped = 0

  const finish = () => {
    calls.end()
    // Who only says that it is over has not answered.
    if (begun && (done || reason)) answer.end(reason ?? 'done', usage)
    else answer.fault(BROKE_OFF)
  }
  const takeChunk = (chunk: JsonObject, data: string) => {
    begun = true
    answer.start(text(chunk, 'id'), text(chunk, 'model') ?? '')
    usage = readUsage(ownValue(chunk, 'usage')) ?? usage
    const choice = firstChoice(chunk)
    if (!choice) return
    const delta = ownValue(choice, 'delta') ?? ownValue(choice, 'message')
    if (isJsonObject(delta)) {
      takeDelta(delta, answer, calls)
      if (typeof delta['content'] === 'string' && delta['content'] !== '') lane.learn(data, 'content', contentOf)
    }
    reason = readReason(ownValue(choice, 'finish_reason')) ?? reason
  }

  return {
    get skipped() {
      return skipped
    },
    skim(piece) {
      const { length, content } = answer.ended ? NOTHING : lane.skim(piece)
      answer.prose('text', content)
      return { events: answer.take(), length }
    },
    push(data) {
      if (answer.ended) return []
      const quick = lane.read(data)
      if (quick !== undefined) {
        answer.prose('text', quick)
        return answer.take()
      }
      if (data === '[DONE]') {
        done = true
        finish()
        return answer.take()
      }
      const chunk = parse(data)
      if (!isJsonObject(chunk)) skipped++
      else if (isError(chunk)) answer.fault(vendorFault({ body: chunk }))
      else takeChunk(chunk, data)
      return answer.take()
    },
    end() {
      if (!answer.ended) finish()
      return answer.take()
    },
  }
}

/** A whole `chat.completion` → events. */
export function readChatAnswer(body: unknown, context: ReaderContext): readonly StreamEvent[] {
  const answer = new AnswerEvents(context.newId)
  if (!isJsonObject(body) || isError(body)) {
    answer.fault(vendorFault({ body }))
    return answer.take()
  }
  const calls = new OpenAiCalls(answer, context.tools)
  answer.start(text(body, 'id'), text(body, 'model') ?? '')
  const choice = firstChoice(body)
  const message = choice && ownValue(choice, 'message')
  if (!choice || !isJsonObject(message)) {
    answer.fault({ ...vendorFault({ body: { message: 'no choices' } }), code: 'provider/bad-answer' })
    return answer.take()
  }
  takeDelta(message, answer, calls)
  calls.end()
  answer.end(readReason(ownValue(choice, 'finish_reason')) ?? 'done', readUsage(ownValue(body, 'usage')))
  return answer.take()
}

function takeDelta(delta: JsonObject, answer: AnswerEvents, calls: OpenAiCalls): void {
  answer.prose('reasoning', text(delta, 'reasoning_content') ?? text(delta, 'reasoning') ?? '')
  takeContent(ownValue(delta, 'content'), answer)
  answer.refuse(text(delta, 'refusal') ?? '')
  const list = ownValue(delta, 'tool_calls')
  if (Array.isArray(list)) for (const entry of list) calls.take(entry)
  const legacy = ownValue(delta, 'function_call')
  if (isJsonObject(legacy)) calls.take({ index: 0, function: legacy })
}

/** Content is a string, or a list in which thinking has parts of its own. */
function takeContent(content: JsonValue | undefined, answer: AnswerEvents): void {
  if (typeof content === 'string') return answer.prose('text', content)
  if (!Array.isArray(content)) return
  for (const part of content) {
    if (!isJsonObject(part)) continue
    const thinking = ownValue(part, 'thinking')
    if (typeof thinking === 'string') answer.prose('reasoning', thinking)
    else if (Array.isArray(thinking))
      answer.prose('reasoning', thinking.map((item) => (isJsonObject(item) ? (text(item, 'text') ?? '') : '')).join(''))
    else answer.prose('text', text(part, 'text') ?? '')
  }
}

function contentOf(value: unknown): unknown {
  const choice = isJsonObject(value) ? firstChoice(value) : undefined
  const delta = choice && ownValue(choice, 'delta')
  if (!choice || !isJsonObject(delta) || !isJsonObject(value)) return undefined
  const plain = Object.keys(delta).every((key) => key === 'content' || key === 'role' || delta[key] === null)
  const last = ownValue(choice, 'finish_reason') || ownValue(value, 'usage')
  return plain && !last ? ownValue(delta, 'content') : undefined
}

function firstChoice(chunk: JsonObject): JsonObject | undefined {
  const choices = ownValue(chunk, 'choices')
  if (!Array.isArray(choices)) return undefined
  return choices.find((choice): choice is JsonObject => isJsonObject(choice) && (choice['index'] ?? 0) === 0)
}

function isError(chunk: JsonObject): boolean {
  const error = ownValue(chunk, 'error')
  return (isJsonObject(error) || typeof error === 'string') && error !== '' && ownValue(chunk, 'choices') === undefined
}

const REASONS: ReadonlyMap<unknown, EndReason> = new Map<unknown, EndReason>([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['content_filter', 'filtered'],
])

function readReason(value: JsonValue | undefined): EndReason | undefined {
  return typeof value === 'string' && value !== '' ? (REASONS.get(value) ?? 'done') : undefined
}

function readUsage(value: JsonValue | undefined): Usage | undefined {
  if (!isJsonObject(value)) return undefined
  const inputTokens = count(value, 'prompt_tokens')
  const outputTokens = count(value, 'completion_tokens')
  const reasoningTokens = count(ownValue(value, 'completion_tokens_details'), 'reasoning_tokens')
  const cachedInputTokens = count(ownValue(value, 'prompt_tokens_details'), 'cached_tokens')
  return present({ inputTokens, outputTokens, reasoningTokens, cachedInputTokens })
}

function count(value: JsonValue | undefined, key: string): number | undefined {
  const found = isJsonObject(value) ? ownValue(value, key) : undefined
  return typeof found === 'number' ? found : undefined
}

function text(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : undefined
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
