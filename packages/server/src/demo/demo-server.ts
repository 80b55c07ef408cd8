import {
  type ChatRequest,
  findDialect,
  isJsonObject,
  type JsonValue,
  readAnswer,
  type SpokenCall,
  type StreamEvent,
  type ToolSpec,
} from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import { faultResponse, refusal, toFault } from '../http-fault.ts'
import { waitFor } from '../layers/with-retry.ts'
import type { Fetch } from '../providers/provider.ts'
import { decide } from './decide.ts'
import { type Move, readTalk, type Taught } from './talk.ts'

export const DEMO_MODEL = 'demo-scripted'
/** The same script, one character at a time. */
export const DEMO_BY_CHARACTER = 'demo-scripted:1'

export interface DemoOptions {
  /** Milliseconds between two pieces. */
  readonly pace: number
  /** Characters in a piece; 0: varying. */
  readonly pieces: number
  readonly newId: () => string
  readonly now: () => number
}

/** A model server without a network: `POST …/chat/completions`, JSON or stream, exactly as a real one answers. */
export function createDemoServer(options: DemoOptions): Fetch {
  return async (_url, init) => {
    try {
      const body: unknown = await new Response(init.body).json()
      const request = openaiChat.readRequest(body)
      if (request.model !== DEMO_MODEL && request.model !== DEMO_BY_CHARACTER)
        throw refusal('request/unknown-model', { message: `There is no model ${request.model} here.` })
      const length = request.model === DEMO_BY_CHARACTER ? 1 : options.pieces
      const events = eventsFor(request, body, { length, newId: options.newId })
      const context = { id: `demo-${options.newId()}`, model: DEMO_MODEL, created: Math.floor(options.now() / 1000) }
      if (!isJsonObject(body) || body['stream'] !== true) return Response.json(openaiChat.writeAnswer(events, context))
      const writer = openaiChat.createWriter(context)
      const signal = init.signal ?? new AbortController().signal
      return new Response(
        typed(
          events.map((event) => writer.push([event])).filter((text) => text !== ''),
          options.pace,
          signal,
        ),
        { headers: { 'content-type': 'text/event-stream' } },
      )
    } catch (error) {
      return faultResponse(toFault(error), (fault) => openaiChat.writeFault(fault))
    }
  }
}

function typed(writes: readonly string[], pace: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let turn = 0
  return new ReadableStream({
    async pull(controller) {
      const text = writes[turn++]
      if (text === undefined) return controller.close()
      if (pace > 0) await waitFor(pace, signal)
      for (const bytes of cutBytes(encoder.encode(text), turn)) controller.enqueue(bytes)
    },
  })
}

interface Manner {
  readonly length: number
  readonly newId: () => string
}

function eventsFor(request: ChatRequest, body: unknown, manner: Manner): readonly StreamEvent[] {
  const taught = readTaught(body)
  const move = decide(readTalk(request, taught))
  const events: StreamEvent[] = [{ type: 'message-start', messageId: 'demo', model: DEMO_MODEL }]
  const calls = move.call ? [{ id: callId(request), ...move.call }] : []
  if (taught) {
    events.push(...textEvents(0, inDialect(move.say, calls, taught), manner.length))
  } else events.push(...textEvents(0, move.say, manner.length), ...calls.flatMap((call) => callEvents(call, manner.length)))
  events.push({ type: 'message-end', reason: calls.length > 0 && !taught ? 'calls' : 'done', usage: usageOf(request, move) })
  return events
}

/** In some dialects a call stands alone. Whether this is one, the demo learns by reading what it is about to say. */
function inDialect(say: string, calls: readonly SpokenCall[], { dialect, tools }: Taught): string {
  if (calls.length === 0) return say
  const call = dialect.formatCalls(calls)
  const both = `${say}\n\n${call}`
  const understood = readAnswer(both, { dialect, tools }).some((part) => part.type === 'tool-call')
  return understood ? both : call
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

function callEvents(call: { readonly id: string } & NonNullable<Move['call']>, length: number): readonly StreamEvent[] {
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

/** The demo cannot learn a dialect from a prompt, so it is told which one the prompt teaches. */
function readTaught(body: unknown): Taught | undefined {
  const metadata = isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata'] : {}
  const dialect = typeof metadata['dialect'] === 'string' ? findDialect(metadata['dialect']) : undefined
  if (!dialect) return undefined
  const tools = Array.isArray(metadata['tools']) ? metadata['tools'].flatMap(readSpec) : []
  return { dialect, tools }
}

function readSpec(value: JsonValue): readonly ToolSpec[] {
  if (!isJsonObject(value) || typeof value['name'] !== 'string' || !isJsonObject(value['parameters'])) return []
  return [{ name: value['name'], description: '', parameters: value['parameters'] }]
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

/** Cuts one write into two reads at a byte that moves along, so that every multi-byte character is cut one day. */
function cutBytes(bytes: Uint8Array, turn: number): readonly Uint8Array[] {
  const at = 1 + ((turn * 13) % Math.max(1, bytes.length - 1))
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
