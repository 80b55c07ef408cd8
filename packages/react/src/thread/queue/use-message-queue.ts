import { useEffect, useSyncExternalStore } from 'react'
import type { StudioServices } from '../../studio/studio-services.ts'
import { MessageQueue, type QueuedMessage, type SendQueued } from './message-queue.ts'

/** Each goes on while another conversation is looked at. */
const queues = new WeakMap<StudioServices, Map<string, MessageQueue>>()

function queueOf(services: StudioServices, threadId: string): MessageQueue {
  const known = queues.get(services) ?? new Map<string, MessageQueue>()
  queues.set(services, known)
  const queue =
    known.get(threadId) ??
    new MessageQueue({
      threadId,
      open: (id) => services.open(id),
      storage: localStorage,
      alone: (work) => navigator.locks.request(`parley-queue:${threadId}`, work),
    })
  known.set(threadId, queue)
  return queue
}

export function useMessageQueue(
  services: StudioServices,
  threadId: string,
  send: SendQueued,
): readonly [MessageQueue, readonly QueuedMessage[]] {
  const queue = queueOf(services, threadId)
  const items = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  useEffect(() => {
    queue.attend(send)
  })
  return [queue, items]
}
