import {
  type FilePart,
  isJsonObject,
  isWording,
  type JsonObject,
  type JsonValue,
  type TextPart,
  type Wording,
} from '@parley/dialects'
import { readList } from './mcp-server.ts'

export interface McpResult {
  readonly outcome: 'ok' | 'error' | 'cancelled'
  /** For the model. */
  readonly content: readonly (TextPart | FilePart)[]
  /** For the person alone. */
  readonly forPerson: readonly (TextPart | FilePart)[]
  readonly data?: JsonValue
  /** Which sentence of ours it is, where the MCP server said nothing. */
  readonly words?: Wording
}

export type CallEvent =
  | { readonly type: 'progress'; readonly progress: number; readonly total?: number; readonly message?: string }
  /** It asks the person something, and goes on once that is answered. */
  | { readonly type: 'question'; readonly asks: number; readonly question: JsonObject }
  | { readonly type: 'end'; readonly result: McpResult }

/** The events of a call, until its end or until the connection breaks off. */
export async function* callEventsIn(response: Response): AsyncGenerator<CallEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      text += piece.value
      const end = text.lastIndexOf('\n\n')
      if (end < 0) continue
      for (const block of text.slice(0, end).split('\n\n')) yield* eventsOf(block)
      text = text.slice(end + 2)
    }
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

function eventsOf(block: string): readonly CallEvent[] {
  if (!block.startsWith('data: ')) return []
  try {
    return readList(JSON.parse(block.slice(6)), readEvent)
  } catch {
    return []
  }
}

function readEvent(event: JsonObject): CallEvent | undefined {
  const { type, progress, total, message, result, asks, question } = event
  if (type === 'call-question' && typeof asks === 'number' && isJsonObject(question)) return { type: 'question', asks, question }
  if (type === 'call-end' && isJsonObject(result)) return { type: 'end', result: readResult(result) }
  if (type !== 'call-progress' || typeof progress !== 'number') return undefined
  return {
    type: 'progress',
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  }
}

function readResult({ outcome, content, forPerson, data, said }: JsonObject): McpResult {
  const words = isJsonObject(said) ? said['words'] : undefined
  return {
    outcome: outcome === 'ok' || outcome === 'cancelled' ? outcome : 'error',
    content: readList(content, readPart),
    forPerson: readList(forPerson, readPart),
    ...(data !== undefined && { data }),
    ...(isWording(words) && { words }),
  }
}

export function readPart({ type, text, mediaType, data, name }: JsonObject): TextPart | FilePart | undefined {
  if (type === 'text' && typeof text === 'string') return { type, text }
  if (type !== 'file' || typeof mediaType !== 'string' || typeof data !== 'string') return undefined
  return { type, mediaType, data, ...(typeof name === 'string' && { name }) }
}
