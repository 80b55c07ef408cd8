import type { ChatRequest } from '../canonical/message.ts'
import type { SpokenCall } from '../canonical/part.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import { decide } from './decide.ts'
import { type Move, readTalk, type Taught } from './talk.ts'

/** The demo, by the name it is asked under. */
export const DEMO_MODEL = 'demo-scripted'

/** All that the demo says to a request, piece by piece. `length`: characters in a piece; 0: varying. `taught`: absent where calls are no words. */
export function demoAnswer(request: ChatRequest, length: number, taught?: Taught): readonly StreamEvent[] {
  const move = decide(readTalk(request, taught))
  const calls = move.call ? [{ id: callId(request), ...move.call }] : []
  const said = taught
    ? textEvents(0, taught.write(move.say, calls), length)
    : [...textEvents(0, move.say, length), ...calls.flatMap((call) => callEvents(call, length))]
  return [
    { type: 'message-start', messageId: 'demo', model: DEMO_MODEL },
    ...said,
    { type: 'message-end', reason: calls.length > 0 && !taught ? 'calls' : 'done', usage: usageOf(request, move) },
  ]
}

/** Counted, not random: ids stay the same when a conversation is played again, and differ within it. */
function callId(request: ChatRequest): string {
  const answers = request.messages.filter(({ role }) => role === 'assistant').length
  return `call_${answers + 1}`
}

function textEvents(part: number, text: string, length: number): readonly StreamEvent[] {
  return [
    { type: 'part-start', part, kind: 'text' },
    ...cutText(text, length).map((piece): StreamEvent => ({ type: 'part-delta', part, text: piece })),
    { type: 'part-end', part, value: { type: 'text', text } },
  ]
}

function callEvents(call: SpokenCall, length: number): readonly StreamEvent[] {
  return [
    { type: 'part-start', part: 1, kind: 'tool-call', callId: call.id, name: call.name },
    ...cutText(JSON.stringify(call.input), length).map((text): StreamEvent => ({ type: 'part-delta', part: 1, text })),
    { type: 'part-end', part: 1, value: { type: 'tool-call', ...call } },
  ]
}

/** Words, roughly: the demo has no tokenizer, and clients want numbers. */
function usageOf(request: ChatRequest, move: Move) {
  return {
    inputTokens: Math.ceil(JSON.stringify(request.messages).length / 4),
    outputTokens: Math.ceil(JSON.stringify(move).length / 4),
  }
}

/** Lengths without a pattern that would spare markers or characters of two units. */
const LENGTHS = [3, 1, 7, 2, 11, 5, 1, 4, 9, 2, 6]

/** Cuts text as a tokenizer would not: anywhere. `length` 0: pieces of varying length. */
function cutText(text: string, length: number): readonly string[] {
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = length > 0 ? length : (LENGTHS[turn % LENGTHS.length] ?? 1)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}
