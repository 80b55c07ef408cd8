import { findDialect, isJsonObject, type JsonValue, readAnswer, type ToolSpec } from '@parley/dialects'
import { DEMO_MODEL, demoAnswer, type Taught } from '@parley/dialects/demo'
import { openaiChat } from '@parley/dialects/wire'
import { faultResponse, refusal, toFault } from '../http-fault.ts'
import { waitFor } from '../layers/with-retry.ts'
import type { Fetch } from '../providers/provider.ts'
import { readResults } from '../spoken-results/read-results.ts'

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
      const events = demoAnswer(request, length, readTaught(body))
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

/** The demo cannot learn a dialect from a prompt, so it is told which one the prompt teaches. */
function readTaught(body: unknown): Taught | undefined {
  const metadata = isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata'] : {}
  const dialect = typeof metadata['dialect'] === 'string' ? findDialect(metadata['dialect']) : undefined
  if (!dialect) return undefined
  const tools = Array.isArray(metadata['tools']) ? metadata['tools'].flatMap(readSpec) : []
  return {
    tools,
    calls: (said) => readAnswer(said, { dialect, tools, reasoning: false }),
    results: (said, awaited) => readResults(dialect, said, awaited),
    // In some dialects a call stands alone. Whether this is one, the demo learns by reading what it is about to say.
    write(say, calls) {
      if (calls.length === 0) return say
      const call = dialect.formatCalls(calls)
      const both = `${say}\n\n${call}`
      const understood = readAnswer(both, { dialect, tools }).some((part) => part.type === 'tool-call')
      return understood ? both : call
    },
  }
}

function readSpec(value: JsonValue): readonly ToolSpec[] {
  if (!isJsonObject(value) || typeof value['name'] !== 'string' || !isJsonObject(value['parameters'])) return []
  return [{ name: value['name'], description: '', parameters: value['parameters'] }]
}

/** Cuts one write into two reads at a byte that moves along, so that every multi-byte character is cut one day. */
function cutBytes(bytes: Uint8Array, turn: number): readonly Uint8Array[] {
  const at = 1 + ((turn * 13) % Math.max(1, bytes.length - 1))
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
