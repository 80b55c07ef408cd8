import type { Message, StreamEvent } from '@parley/dialects'

/**
 * Gives an answer or a call another id where the thread has one of that id already: models number their calls anew in
 * every answer, and what is said about a call must not reach an older one.
 */
export function createFreeIds(messages: readonly Message[]): (event: StreamEvent) => StreamEvent {
  const taken = takenIds(messages)
  const names = new Map<number, string>()
  return (event) => {
    if (event.type === 'message-start') {
      const messageId = freeId(event.messageId, taken)
      return messageId === event.messageId ? event : { ...event, messageId }
    }
    if (event.type === 'part-start' && event.kind === 'tool-call') {
      const callId = freeId(event.callId, taken)
      taken.add(callId)
      names.set(event.part, callId)
      return callId === event.callId ? event : { ...event, callId }
    }
    if (event.type !== 'part-end' || !('id' in event.value)) return event
    const id = names.get(event.part)
    return id === undefined || event.value.id === id ? event : { ...event, value: { ...event.value, id } }
  }
}

function takenIds(messages: readonly Message[]): Set<string> {
  const taken = new Set<string>()
  for (const message of messages) {
    taken.add(message.id)
    if (message.role === 'assistant') for (const part of message.parts) if ('id' in part) taken.add(part.id)
  }
  return taken
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id}-${count}`
  return free
}
