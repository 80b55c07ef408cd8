import type { Conversation } from './conversation-contract.ts'

interface Shared {
  readonly opening: Promise<Conversation>
  users: number
}

/**
 * Opens each thread once, however many parts of a page look at it. `close` only says that one of them has looked away:
 * what is under way goes on, and the thread is let go when nobody looks and nothing happens any more.
 */
export function shareConversations(
  open: (threadId: string) => Promise<Conversation>,
): (threadId: string) => Promise<Conversation> {
  const shared = new Map<string, Shared>()

  const leave = async (threadId: string, entry: Shared, conversation: Conversation) => {
    await conversation.whenIdle()
    if (entry.users > 0 || shared.get(threadId) !== entry) return
    shared.delete(threadId)
    conversation.close()
  }

  return async (threadId) => {
    const entry = shared.get(threadId) ?? { opening: open(threadId), users: 0 }
    shared.set(threadId, entry)
    entry.users += 1
    const conversation = await entry.opening.catch((error: unknown) => {
      shared.delete(threadId)
      throw error
    })
    let isLooking = true
    const close = () => {
      if (!isLooking) return
      isLooking = false
      entry.users -= 1
      if (entry.users === 0) void leave(threadId, entry, conversation)
    }
    return { ...conversation, close }
  }
}
