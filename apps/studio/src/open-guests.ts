import { type Conversation, isGuestThread, type ServerThreads } from '@parley/browser'

/** Calls of other agents are judged wherever the user is in the page: what a rule of theirs allows must not wait until they look. */
export function followGuests(threads: ServerThreads, open: (threadId: string) => Promise<Conversation>): void {
  const opened = new Map<string, Promise<Conversation>>()
  const follow = () => {
    for (const { id, pending } of threads.getSnapshot().threads) {
      const isWaiting = isGuestThread(id) && pending.length > 0
      if (isWaiting && !opened.has(id)) opened.set(id, open(id))
      if (!isWaiting) letGo(id)
    }
  }
  const letGo = (id: string) => {
    void opened.get(id)?.then((conversation) => conversation.close())
    opened.delete(id)
  }
  threads.subscribe(follow)
  follow()
}
