import type { ChatRequest, FilePart, Message, Respond, TextPart } from '@parley/dialects'

const toldOnly = (part: TextPart | FilePart): TextPart | FilePart =>
  part.type === 'file' && part.mediaType.startsWith('image/')
    ? { type: 'text', text: `[A picture that you cannot see: ${part.name ?? part.mediaType}]` }
    : part

function told(message: Message): Message {
  if (message.role === 'user') return { ...message, parts: message.parts.map(toldOnly) }
  if (message.role !== 'tool') return message
  return { ...message, parts: message.parts.map((result) => ({ ...result, content: result.content.map(toldOnly) })) }
}

const named = (request: ChatRequest): ChatRequest => ({ ...request, messages: request.messages.map(told) })

/** Pictures from before, when another model answered, would be refused by one that does not see: it is told their names. */
export function withoutPictures(respond: Respond, isBlind: () => boolean): Respond {
  return (request, signal) => respond(isBlind() ? named(request) : request, signal)
}
