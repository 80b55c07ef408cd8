import { type ChatRequest, collectMessage, FaultError, type Respond, type StreamEvent } from '@parley/dialects'

/** The words of one answer, without tools and without a turn. Throws what the model's server refuses. */
export async function askOnce(respond: Respond, request: ChatRequest, signal: AbortSignal): Promise<string> {
  const events: StreamEvent[] = []
  for await (const batch of respond(request, signal)) events.push(...batch)
  const { message, fault } = collectMessage(events)
  if (fault) throw new FaultError(fault)
  return message.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim()
}

/** A request that says this and nothing else. */
export const plainRequest = (request: Pick<ChatRequest, 'model' | 'settings'>, text: string): ChatRequest => ({
  ...request,
  messages: [{ role: 'user', id: 'question', parts: [{ type: 'text', text }] }],
})
