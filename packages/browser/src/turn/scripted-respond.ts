import { type ChatRequest, type Fault, inputJson, type Respond, type SpokenPart, type StreamEvent } from '@parley/dialects'

/** One prepared answer: what is said, and how it ends. */
export interface ScriptedAnswer {
  readonly parts: readonly SpokenPart[]
  /** Ends in this fault after the parts. Absent: it ends well. */
  readonly fault?: Fault
}

export interface ScriptOptions {
  /** Characters per piece. Absent: each part in one. */
  readonly pieceSize?: number
  /** Hears every request. */
  readonly onRequest?: (request: ChatRequest) => void
}

/**
 * Answers without a model. Which answer comes next depends only on how many the conversation has already, so asking
 * again after a reload gives the same one.
 */
export function scriptedRespond(answers: readonly ScriptedAnswer[], options: ScriptOptions = {}): Respond {
  return async function* respond(request, signal) {
    options.onRequest?.(request)
    const given = request.messages.filter((message) => message.role === 'assistant').length
    const answer = answers[given] ?? { parts: [{ type: 'text', text: '' }] }
    yield [{ type: 'message-start', messageId: `scripted-${given + 1}`, model: request.model }]
    for (const [part, value] of answer.parts.entries()) {
      for (const event of partEvents(part, value, options.pieceSize)) {
        if (signal.aborted) return
        yield [event]
      }
    }
    if (answer.fault) yield [{ type: 'fault', fault: answer.fault }]
    else yield [{ type: 'message-end', reason: answer.parts.some((part) => part.type === 'tool-call') ? 'calls' : 'done' }]
  }
}

function* partEvents(part: number, value: SpokenPart, pieceSize: number | undefined): Generator<StreamEvent> {
  yield value.type === 'text' || value.type === 'reasoning'
    ? { type: 'part-start', part, kind: value.type }
    : { type: 'part-start', part, kind: 'tool-call', callId: value.id, ...(value.name !== undefined && { name: value.name }) }
  for (const text of pieces(textOf(value), pieceSize)) yield { type: 'part-delta', part, text }
  yield { type: 'part-end', part, value }
}

function textOf(value: SpokenPart): string {
  if (value.type === 'tool-call') return inputJson(value)
  return value.type === 'broken-call' ? value.source : value.text
}

function* pieces(text: string, size: number | undefined): Generator<string> {
  const step = Math.max(1, size ?? text.length)
  for (let at = 0; at < text.length; at += step) yield text.slice(at, at + step)
}
