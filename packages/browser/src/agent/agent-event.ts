import { isJsonObject, type StreamEvent, type ToolResult } from '@parley/dialects'
import { createSseSplitter, isStreamEvent } from '@parley/dialects/wire'
import type { ExchangeListener } from '../transport/http-transport.ts'

/** What happens in a thread on the server: answers, and what became of calls in between. */
export type AgentEvent =
  | StreamEvent
  | { readonly type: 'tool-result'; readonly result: ToolResult }
  /** A call of the server's was begun. */
  | { readonly type: 'call-begun'; readonly callId: string; readonly at: number }
  /** How far it is, as its tool tells. */
  | {
      readonly type: 'call-progress'
      readonly callId: string
      readonly progress: number
      readonly total?: number
      readonly message?: string
    }
  /** The last one: nothing happens there until somebody acts. */
  | { readonly type: 'turn-end' }

/** The events of a turn as they come. Ends where the connection ends, whole or not; whoever reads asks the thread afterwards. */
export async function* readAgentEvents(
  body: ReadableStream<Uint8Array>,
  heard?: ExchangeListener,
): AsyncGenerator<readonly AgentEvent[]> {
  const splitter = createSseSplitter()
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      heard?.onText(value)
      const events: AgentEvent[] = []
      splitter.push(value, (data) => events.push(...parseBatch(data)))
      if (events.length > 0) yield events
    }
  } finally {
    heard?.onEnd()
    await reader.cancel().catch(() => {})
  }
}

/** The events in what a server told, whole or cut off. */
export function agentEventsIn(text: string): readonly AgentEvent[] {
  const events: AgentEvent[] = []
  createSseSplitter().push(text, (data) => events.push(...parseBatch(data)))
  return events
}

/** What nobody here knows is left out: a newer server may tell more. */
function parseBatch(data: string): readonly AgentEvent[] {
  const batch: unknown = JSON.parse(data)
  return Array.isArray(batch) ? batch.filter(isAgentEvent) : []
}

function isAgentEvent(value: unknown): value is AgentEvent {
  if (!isJsonObject(value)) return false
  if (value['type'] === 'turn-end') return true
  if (value['type'] === 'call-begun') return typeof value['callId'] === 'string' && typeof value['at'] === 'number'
  if (value['type'] === 'call-progress') return typeof value['callId'] === 'string' && typeof value['progress'] === 'number'
  if (value['type'] !== 'tool-result') return isStreamEvent(value)
  const result = value['result']
  return isJsonObject(result) && typeof result['callId'] === 'string' && Array.isArray(result['content'])
}
