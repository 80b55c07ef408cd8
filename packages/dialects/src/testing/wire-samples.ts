import * as fc from 'fast-check'
import type { JsonObject } from '../canonical/json.ts'
import type { ChatRequest, Message, ToolSpec } from '../canonical/message.ts'
import { type FilePart, inputJson, type Outcome, type SpokenPart, type TextPart, type ToolResult } from '../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../canonical/stream-event.ts'

/** An answer as a model may give it, and one of the many orders in which its events may come. */
export interface SampleAnswer {
  readonly parts: readonly SpokenPart[]
  readonly reason: EndReason
  readonly usage: Usage | undefined
  readonly batches: readonly (readonly StreamEvent[])[]
}

/** The proof of a vendor that no format here belongs to. */
export const FOREIGN_PROOF = 'Zm9yZWlnbi1wcm9vZg=='

const AWKWARD = [
  'data: [DONE]\n\n',
  'event: error',
  '\r\n',
  '"}]}',
  '\\',
  '\\"',
  '😀',
  '\ud83d',
  '读',
  '</think>',
  '{"a":',
  '\u2028',
  ' ',
  '__proto__',
]

export const words: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom(...AWKWARD)), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''))

const input: fc.Arbitrary<JsonObject> = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.oneof(fc.jsonValue({ maxDepth: 2 }), words), { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)

const toolName = fc.constantFrom('read_file', 'write_file', 'browser_js_eval')

function signatureOf(formatId: string): fc.Arbitrary<string | undefined> {
  return fc.constantFrom(undefined, `${formatId}:c2ln`, `other-vendor:${FOREIGN_PROOF}`)
}

function spokenParts(formatId: string): fc.Arbitrary<readonly SpokenPart[]> {
  const text = words.map((value): SpokenPart => ({ type: 'text', text: value }))
  const reasoning = fc.record({ text: words, signature: signatureOf(formatId) }).map(
    ({ text: value, signature }): SpokenPart => ({
      type: 'reasoning',
      text: value,
      ...(signature !== undefined && { signature }),
    }),
  )
  const call = fc.record({ name: toolName, input }).map((value): SpokenPart => ({ type: 'tool-call', id: '', ...value }))
  return fc
    .array(fc.oneof(text, reasoning, call), { maxLength: 5 })
    .map((parts) => parts.map((part, index) => (part.type === 'tool-call' ? { ...part, id: `call_${index}` } : part)))
}

const usage: fc.Arbitrary<Usage> = fc
  .record({ output: fc.nat(9999), input: fc.nat(9999), reasoning: fc.nat(9), cached: fc.nat(9) })
  .map(({ output, input: read, reasoning, cached }) => ({
    inputTokens: read + cached,
    outputTokens: output + reasoning,
    reasoningTokens: reasoning,
    cachedInputTokens: cached,
  }))

/** Answers whose thoughts carry a proof of the named format, of another vendor, or none. */
export function sampleAnswers(formatId: string): fc.Arbitrary<SampleAnswer> {
  return fc
    .record({
      parts: spokenParts(formatId),
      cutShort: fc.option(fc.constantFrom<EndReason>('length', 'filtered'), { nil: undefined, freq: 4 }),
      usage: fc.option(usage, { nil: undefined }),
      noise: fc.infiniteStream(fc.nat(1000)),
    })
    .map(({ parts, cutShort, usage: counted, noise }) => {
      const reason = cutShort ?? (parts.some((part) => part.type === 'tool-call') ? 'calls' : 'done')
      const next = () => noise.next().value ?? 0
      const events: StreamEvent[] = [
        { type: 'message-start', messageId: 'answer-1', model: 'model-1' },
        ...shuffledEvents(parts, next),
        { type: 'message-end', reason, ...(counted && { usage: counted }) },
      ]
      return { parts, reason, usage: counted, batches: inBatches(events, next) }
    })
}

/** Each part starts in order; after that, parts that are open take turns. Some parts come whole, without deltas. */
function shuffledEvents(parts: readonly SpokenPart[], next: () => number): readonly StreamEvent[] {
  const queues = parts.map((part, ordinal) => partEvents(part, ordinal, next))
  const events: StreamEvent[] = []
  let started = 0
  for (let left = queues.reduce((sum, queue) => sum + queue.length, 0); left > 0; left--) {
    const open = queues.filter((queue, ordinal) => queue.length > 0 && ordinal < started)
    const fresh = started < queues.length ? queues[started] : undefined
    const startNext = fresh !== undefined && (open.length === 0 || next() % 3 === 0)
    const queue = startNext ? fresh : open[next() % open.length]
    if (startNext) started++
    const event = queue?.shift()
    if (event) events.push(event)
  }
  return events
}

function partEvents(part: SpokenPart, ordinal: number, next: () => number): StreamEvent[] {
  const text = part.type === 'tool-call' ? inputJson(part) : part.type === 'broken-call' ? part.source : part.text
  const pieces = next() % 5 === 0 ? [] : cut(text, next)
  const start: StreamEvent =
    part.type === 'tool-call' || part.type === 'broken-call'
      ? {
          type: 'part-start',
          part: ordinal,
          kind: 'tool-call',
          callId: part.id,
          ...(part.name !== undefined && { name: part.name }),
        }
      : { type: 'part-start', part: ordinal, kind: part.type }
  return [
    start,
    ...pieces.map((piece): StreamEvent => ({ type: 'part-delta', part: ordinal, text: piece })),
    { type: 'part-end', part: ordinal, value: part },
  ]
}

/** Cuts anywhere, also between the halves of a surrogate pair. */
export function cut(text: string, next: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + (next() % 9)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

function inBatches(events: readonly StreamEvent[], next: () => number): readonly (readonly StreamEvent[])[] {
  const batches: StreamEvent[][] = []
  for (let at = 0; at < events.length; ) {
    const length = 1 + (next() % 6)
    batches.push(events.slice(at, at + length))
    at += length
  }
  return batches
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const file: fc.Arbitrary<FilePart> = fc.constantFrom<FilePart>(
  { type: 'file', mediaType: 'image/png', data: PIXEL },
  { type: 'file', mediaType: 'image/*', data: `data:image/png;base64,${PIXEL}` },
  { type: 'file', mediaType: 'image/jpeg', data: 'https://example.org/cat.jpg' },
  { type: 'file', mediaType: 'application/pdf', data: 'JVBERi0xLjQK', name: 'paper.pdf' },
  { type: 'file', mediaType: 'text/plain', data: 'aGVsbG8=', name: 'note.txt' },
)

const content: fc.Arbitrary<readonly (TextPart | FilePart)[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: words.map((text): TextPart => ({ type: 'text', text })) }, { weight: 1, arbitrary: file }),
  { maxLength: 3 },
)

const oddName = fc.constantFrom('read_file', 'files.read', 'my tool', '读文件', 'x'.repeat(80), '9lives')

interface SampleTurn {
  readonly asked: readonly (TextPart | FilePart)[]
  readonly said: readonly SpokenPart[]
  readonly results: readonly (ToolResult | undefined)[]
}

function sampleTurn(formatId: string): fc.Arbitrary<SampleTurn> {
  const call = fc.record({ id: fc.constantFrom('call_1', 'call_2', 'functions.x:0', 'a b', 'ok-id'), name: oddName, input })
  const result = fc.option(fc.record({ outcome: fc.constantFrom<Outcome>('ok', 'error', 'denied', 'cancelled'), content }), {
    nil: undefined,
    freq: 4,
  })
  const said = fc.oneof(
    words.map((text): SpokenPart => ({ type: 'text', text })),
    fc
      .record({ text: words, signature: signatureOf(formatId) })
      .map(({ text, signature }): SpokenPart => ({ type: 'reasoning', text, ...(signature !== undefined && { signature }) })),
    call.map((value): SpokenPart => ({ type: 'tool-call', ...value })),
    words.map(
      (source): SpokenPart => ({ type: 'broken-call', id: 'broken', name: 'read_file', source, problem: 'It breaks off.' }),
    ),
  )
  return fc
    .record({ asked: content, said: fc.array(said, { maxLength: 4 }), results: fc.array(result, { minLength: 4, maxLength: 4 }) })
    .map(({ asked, said: spoken, results }) => ({
      asked,
      said: spoken,
      results: spoken
        .filter((part) => part.type === 'tool-call')
        .map((part, index): ToolResult | undefined => {
          const given = results[index]
          return given && { type: 'tool-result', callId: part.id, name: part.name, ...given }
        }),
    }))
}

/** Requests as a conversation of many models may leave them: open calls, odd names and ids, foreign proofs. */
export function sampleRequests(formatId: string): fc.Arbitrary<ChatRequest> {
  const tools = fc.uniqueArray(oddName, { maxLength: 3 }).map((names) =>
    names.map(
      (name): ToolSpec => ({
        name,
        description: `About ${name}`,
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
      }),
    ),
  )
  return fc
    .record({
      system: fc.array(words, { maxLength: 2 }),
      turns: fc.array(sampleTurn(formatId), { maxLength: 3 }),
      tools,
      choice: fc.constantFrom(undefined, 'auto', 'none', 'required', 'named'),
      parallelCalls: fc.constantFrom(undefined, true, false),
      temperature: fc.constantFrom(undefined, 0, 0.7),
      maxTokens: fc.constantFrom(undefined, 100),
      stop: fc.constantFrom(undefined, ['END']),
    })
    .map(({ system, turns, tools: specs, choice, parallelCalls, temperature, maxTokens, stop }): ChatRequest => {
      const [first] = specs
      const toolChoice = choice === 'named' ? first && { name: first.name } : choice
      return {
        model: 'model-1',
        messages: [
          ...(system.length > 0
            ? [{ role: 'system', id: 's', parts: system.map((text) => ({ type: 'text', text }) as const) } as const]
            : []),
          ...turns.flatMap(turnMessages),
          { role: 'user', id: 'last', parts: [{ type: 'text', text: 'Go on.' }] },
        ],
        ...(specs.length > 0 && {
          tools: specs,
          ...(toolChoice !== undefined && { toolChoice }),
          ...(parallelCalls !== undefined && { parallelCalls }),
        }),
        settings: {
          ...(temperature !== undefined && { temperature }),
          ...(maxTokens !== undefined && { maxTokens }),
          ...(stop !== undefined && { stop }),
        },
      }
    })
}

function turnMessages({ asked, said, results }: SampleTurn, turn: number): readonly Message[] {
  const answers = results.filter((result) => result !== undefined)
  return [
    { role: 'user', id: `u${turn}`, parts: asked },
    { role: 'assistant', id: `a${turn}`, parts: said },
    ...(answers.length > 0 ? [{ role: 'tool', id: `t${turn}`, parts: answers } as const] : []),
  ]
}
