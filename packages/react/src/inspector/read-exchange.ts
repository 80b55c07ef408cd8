import { type Exchange, redact } from '@parley/browser'
import { type ChatRequest, type CollectedMessage, collectMessage, isJsonObject, type StreamEvent } from '@parley/dialects'
import { createEventReader } from '@parley/dialects/wire'

/** The request as an object; `undefined` when the body is not one of ours. */
export function requestOf(exchange: Exchange): (ChatRequest & { readonly dialect?: string }) | undefined {
  try {
    const body: unknown = JSON.parse(exchange.request.body)
    // Invariant: the page itself wrote this body; only its outermost form is checked here.
    return isJsonObject(body) && Array.isArray(body['messages']) ? (body as unknown as ChatRequest) : undefined
  } catch {
    return undefined
  }
}

/** Indented, secrets masked. Text that is not JSON is shown as it is. */
export function prettyJson(text: string): string {
  try {
    return redact(JSON.stringify(JSON.parse(text), null, 2))
  } catch {
    return redact(text)
  }
}

/** What the reply's bytes were read as. */
export function parsedReply(exchange: Exchange): CollectedMessage {
  const reader = createEventReader()
  const events: StreamEvent[] = [...reader.push(exchange.reply)]
  if (exchange.endedAt !== undefined) events.push(...reader.end())
  return collectMessage(events)
}
