import type { Message } from '@parley/dialects'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import type { ThreadDocument } from './thread-document.ts'

export type LocalId = (messageId: string) => string

/**
 * The name of a server's message in this browser. A fork has the messages of the thread it was made of, with the same ids; the ledger
 * must not take its calls for theirs. What went to the server from here keeps its name.
 */
export async function localIds(storage: ThreadStorage, threadId: string): Promise<LocalId> {
  const nodes = new Set((await storage.threads.read(threadId))?.nodes.map(({ id }) => id))
  return (messageId) => (nodes.has(messageId) ? messageId : `${threadId}/${messageId}`)
}

/** The document with the names that its messages have here. */
export async function localDocument(
  storage: ThreadStorage,
  document: ThreadDocument | undefined,
): Promise<ThreadDocument | undefined> {
  if (!document) return undefined
  const localId = await localIds(storage, document.id)
  const rename = <Kind extends Message>(message: Kind): Kind => ({ ...message, id: localId(message.id) })
  return { ...document, messages: document.messages.map(rename) }
}
