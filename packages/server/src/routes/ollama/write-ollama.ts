import {
  collectMessage,
  type EndReason,
  type Fault,
  type JsonObject,
  type SpokenPart,
  type StreamEvent,
  type Usage,
} from '@parley/dialects'
import type { AnswerContext, WireWriter } from '@parley/dialects/wire'

/** What one kind of answer is called there: `message` of a chat, or `response` to a prompt. */
export type OllamaKind = 'chat' | 'generate'

/** What the writers are given besides. */
export interface OllamaClock {
  readonly kind: OllamaKind
  readonly now: () => number
}

/** One JSON document to a line. Words go out as they come, a call when it is whole. */
export function createOllamaWriter(context: AnswerContext, clock: OllamaClock): WireWriter {
  const line = lines(context, clock)
  const kinds = new Map<number, 'text' | 'reasoning' | 'tool-call'>()
  const spoken = new Set<number>()
  const write = (event: StreamEvent): string => {
    switch (event.type) {
      case 'part-start':
        kinds.set(event.part, event.kind)
        return ''
      case 'part-delta': {
        const kind = kinds.get(event.part)
        if (kind === 'tool-call') return ''
        spoken.add(event.part)
        return line(kind === 'reasoning' ? { thinking: event.text } : { content: event.text })
      }
      case 'part-end':
        return spoken.has(event.part) ? '' : line(said([event.value]))
      case 'message-end':
        return (event.refusal === undefined ? '' : line({ content: event.refusal })) + line({}, ending(event.reason, event.usage))
      case 'fault':
        return `${JSON.stringify(writeOllamaFault(event.fault))}\n`
      default:
        return ''
    }
  }
  return { push: (events) => events.map(write).join('') }
}

/** All of it in one document. */
export function writeOllamaAnswer(events: readonly StreamEvent[], context: AnswerContext, clock: OllamaClock): JsonObject {
  const { message, reason = 'done', usage, refusal } = collectMessage(events)
  // There is no other place for it.
  const parts: readonly SpokenPart[] = refusal === undefined ? message.parts : [...message.parts, { type: 'text', text: refusal }]
  return document(context, clock, { said: said(parts), end: ending(reason, usage), since: clock.now() })
}

export const writeOllamaFault = (fault: Fault): JsonObject => ({ error: fault.message })

function lines(context: AnswerContext, clock: OllamaClock) {
  const since = clock.now()
  return (words: JsonObject, end?: JsonObject): string =>
    `${JSON.stringify(document(context, clock, { said: words, since, ...(end && { end }) }))}\n`
}

interface Line {
  readonly said: JsonObject
  readonly end?: JsonObject
  readonly since: number
}

function document({ model }: AnswerContext, { kind, now }: OllamaClock, { said: words, end, since }: Line): JsonObject {
  const { content = '', thinking, ...more } = words
  const thought = thinking !== undefined && { thinking }
  const answer =
    kind === 'chat' ? { message: { role: 'assistant', content, ...thought, ...more } } : { response: content, ...thought }
  // Clients divide tokens by it.
  const spent = Math.max(1, now() - since) * 1_000_000
  const times = { total_duration: spent, load_duration: 0, prompt_eval_duration: 1, eval_duration: spent }
  return {
    model,
    created_at: new Date(now()).toISOString(),
    ...answer,
    done: end !== undefined,
    ...(end && { ...times, ...end }),
  }
}

/** A call that broke is told as the text it was, so that nobody can run it. */
function said(parts: readonly SpokenPart[]): JsonObject {
  const words = (type: 'text' | 'reasoning') =>
    parts
      .map((part) => (part.type === type ? part.text : part.type === 'broken-call' && type === 'text' ? part.source : ''))
      .join('')
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.id, function: { name: part.name, arguments: part.input } }] : [],
  )
  const thinking = words('reasoning')
  return { content: words('text'), ...(thinking !== '' && { thinking }), ...(calls.length > 0 && { tool_calls: calls }) }
}

function ending(reason: EndReason, usage: Usage = {}): JsonObject {
  return {
    done_reason: reason === 'length' ? 'length' : 'stop',
    prompt_eval_count: usage.inputTokens ?? 0,
    eval_count: usage.outputTokens ?? 0,
    ...(usage.estimated && { estimated: true }),
  }
}
