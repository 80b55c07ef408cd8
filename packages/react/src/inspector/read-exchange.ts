import { agentEventsIn, type Exchange, redact } from '@parley/browser'
import {
  type ChatRequest,
  collectMessage,
  isJsonObject,
  type JsonObject,
  type Message,
  ownValue,
  type SpokenPart,
  type StreamEvent,
  type ToolSpec,
} from '@parley/dialects'
import { createEventReader } from '@parley/dialects/wire'

/** `answer`: one request for one answer. The others are about a thread that lives on the server. */
export type ExchangeKind = 'answer' | 'ask' | 'resume' | 'listen'

export function kindOf({ request }: Exchange): ExchangeKind {
  if (request.method === 'GET') return 'listen'
  const { pathname } = new URL(request.url, 'http://server')
  if (pathname.endsWith('/chat')) return 'ask'
  return pathname.endsWith('/resume') ? 'resume' : 'answer'
}

function bodyOf({ request }: Exchange): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(request.body)
    return isJsonObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** The request for an answer; `undefined` where none was asked for, or the body is not one of ours. */
export function requestOf(exchange: Exchange): (ChatRequest & { readonly dialect?: string }) | undefined {
  const body = kindOf(exchange) === 'answer' ? bodyOf(exchange) : undefined
  // Invariant: the page itself wrote this body; only its outermost form is checked here.
  return body && Array.isArray(body['messages']) ? (body as unknown as ChatRequest) : undefined
}

/** The tools that the page offered: a list for an answer, an object by name for a thread on the server. */
export function toolsOf(exchange: Exchange): readonly ToolSpec[] {
  const tools = ownValue(bodyOf(exchange) ?? {}, 'tools')
  if (!isJsonObject(tools)) return requestOf(exchange)?.tools ?? []
  return Object.entries(tools).flatMap(([name, tool]) => {
    const [description, parameters] = isJsonObject(tool) ? [ownValue(tool, 'description'), ownValue(tool, 'parameters')] : []
    return typeof description === 'string' && isJsonObject(parameters) ? [{ name, description, parameters }] : []
  })
}

/** The last request of the same kind, which this one can be compared with. */
export function formerOf(exchange: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  const kind = kindOf(exchange)
  return exchanges.slice(0, exchanges.indexOf(exchange)).findLast((other) => kindOf(other) === kind)
}

/** When the server may have talked to a vendor about it: from the request to the end of what was told of it. */
export function spanOf(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): { readonly from: number; readonly to: number | undefined } {
  const kind = kindOf(exchange)
  const at = exchanges.indexOf(exchange)
  if (kind === 'answer') return { from: exchange.sentAt, to: exchange.endedAt }
  if (kind !== 'listen')
    return { from: exchange.sentAt, to: exchanges.slice(at).find((other) => kindOf(other) === 'listen')?.endedAt }
  const asked = exchanges.slice(0, at).findLast((other) => kindOf(other) !== 'listen')
  return { from: asked?.sentAt ?? exchange.sentAt, to: exchange.endedAt }
}

/** Indented, secrets masked. Text that is not JSON is shown as it is. */
export function prettyJson(text: string): string {
  try {
    return redact(JSON.stringify(JSON.parse(text), null, 2))
  } catch {
    return redact(text)
  }
}

/** What the reply's bytes were read as: one answer, or all of those that a thread's turn had so far. */
export function parsedReply(exchange: Exchange): readonly SpokenPart[] {
  try {
    return kindOf(exchange) === 'answer' ? answered(exchange) : toldAnswers(exchange.reply)
  } catch {
    // Something else than our server answered; its bytes stand under the reply.
    return []
  }
}

function answered(exchange: Exchange): readonly SpokenPart[] {
  const reader = createEventReader()
  const events: StreamEvent[] = [...reader.push(exchange.reply)]
  if (exchange.endedAt !== undefined) events.push(...reader.end())
  return collectMessage(events).message.parts
}

function toldAnswers(reply: string): readonly SpokenPart[] {
  if (reply.startsWith('{')) return lastAnswers(JSON.parse(reply))
  const answers: StreamEvent[][] = []
  for (const event of agentEventsIn(reply)) {
    if (event.type === 'tool-result' || event.type === 'turn-end') continue
    if (event.type === 'call-begun' || event.type === 'call-progress') continue
    if (event.type === 'message-start' || answers.length === 0) answers.push([])
    answers.at(-1)?.push(event)
  }
  return answers.flatMap((events) => collectMessage(events).message.parts)
}

/** A whole thread: what the model said since the last question. */
function lastAnswers(thread: unknown): readonly SpokenPart[] {
  const kept = isJsonObject(thread) ? ownValue(thread, 'messages') : undefined
  // Invariant: the page has read this text as a thread before it was kept.
  const messages = Array.isArray(kept) ? (kept as unknown as readonly Message[]) : []
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(asked + 1).flatMap((message) => (message.role === 'assistant' ? message.parts : []))
}
