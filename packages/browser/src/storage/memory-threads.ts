import { searchThreads } from './search-threads.ts'
import type { StoredDraft, ThreadNode, ThreadRecord, ThreadStore } from './thread-store.ts'

interface Kept {
  thread: ThreadRecord
  readonly nodes: ThreadNode[]
  readonly drafts: Map<string, StoredDraft>
}

/** For Node and for tests: the same store, forgotten with the process. */
export function memoryThreads(): ThreadStore {
  const kept = new Map<string, Kept>()
  const listeners = new Set<(threadId: string) => void>()
  const changed = (threadId: string) => {
    for (const listener of listeners) listener(threadId)
  }
  const keep = (whole: Kept) => {
    if (kept.has(whole.thread.id)) return
    kept.set(whole.thread.id, whole)
    changed(whole.thread.id)
  }
  const list = async () => [...kept.values()].map(({ thread }) => thread).sort((left, right) => right.updatedAt - left.updatedAt)
  async function* pages(threadId: string) {
    yield kept.get(threadId)?.nodes ?? []
  }
  return {
    list,
    find: async (threadId) => kept.get(threadId)?.thread,
    async read(threadId) {
      const found = kept.get(threadId)
      return found && { thread: found.thread, nodes: [...found.nodes], drafts: [...found.drafts.values()] }
    },
    create: async (thread) => keep({ thread, nodes: [], drafts: new Map() }),
    adopt: async (thread, nodes) => keep({ thread, nodes: [...nodes], drafts: new Map() }),
    async change(threadId, step) {
      const found = kept.get(threadId)
      if (!found) return undefined
      found.thread = step(found.thread)
      changed(threadId)
      return found.thread
    },
    async append(node) {
      const found = kept.get(node.threadId)
      if (!found) return
      if (!found.nodes.some((other) => other.id === node.id)) found.nodes.push({ ...node, order: found.nodes.length })
      found.drafts.delete(node.id)
      found.thread = { ...found.thread, head: node.id, updatedAt: Math.max(found.thread.updatedAt, node.createdAt) }
      changed(node.threadId)
    },
    async draft(threadId, draft) {
      const drafts = kept.get(threadId)?.drafts
      const before = drafts?.get(draft.messageId)
      drafts?.set(draft.messageId, { ...draft, events: [...(before?.events ?? []), ...draft.events] })
      changed(threadId)
    },
    async dropDraft(threadId, messageId) {
      if (kept.get(threadId)?.drafts.delete(messageId)) changed(threadId)
    },
    async remove(threadId) {
      if (kept.delete(threadId)) changed(threadId)
    },
    search: (words, signal) => searchThreads(words, { threads: list, pages, signal }),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The first line of what the user wrote, short enough for a list. */
export function titleFrom(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const characters = [...line]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line
}
