import type { Message, StreamEvent } from '@parley/dialects'

/**
 * Gives an answer or a call another id where the thread has one of that id already: models number their calls anew in
 * every answer, and what is said about a call must not reach an older one.
 */
export async function* withFreeIds(
  batches: AsyncIterable<readonly StreamEvent[]>,
  messages: readonly Message[],
): AsyncGenerator<readonly StreamEvent[]> {
  const taken = takenIds(messages)
  const names = new Map<number, string>()
  const rename = (event: StreamEvent): StreamEvent => {
    if (event.type === 'message-start') return { ...event, messageId: freeId(event.messageId, taken) }
    if (event.type === 'part-start' && event.kind === 'tool-call') {
      const callId = freeId(event.callId, taken)
      taken.add(callId)
      names.set(event.part, callId)
      return callId === event.callId ? event : { ...event, callId }
    }
    const id = event.type === 'part-end' ? names.get(event.part) : undefined
    if (event.type !== 'part-end' || id === undefined || !('id' in event.value) || event.value.id === id) return event
    return { ...event, value: { ...event.value, id } }
  }
  for await (const batch of batches) yield batch.map(rename)
}

function takenIds(messages: readonly Message[]): Set<string> {
  const taken = new Set<string>()
  for (const message of messages) {
    taken.add(message.id)
    if (message.role !== 'assistant') continue
    for (const part of message.parts) if ('id' in part) taken.add(part.id)
  }
  return taken
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id}-${count}`
  return free
}
