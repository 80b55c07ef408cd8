import { collectMessage } from '@parley/dialects'
import { changeOne } from '../ledger/ledger.ts'
import { send } from '../ledger/transitions.ts'
import type { StoredDraft, StoredThread, ThreadNode } from '../storage/thread-store.ts'
import type { ConversationKit } from './conversation-options.ts'

/** Turns answers that a vanished page had begun into messages that broke off. Only for whoever works on the thread alone. */
export async function adoptDrafts(kit: ConversationKit, stored: StoredThread): Promise<boolean> {
  for (const draft of stored.drafts) await adoptDraft(kit, stored, draft)
  return stored.drafts.length > 0
}

async function adoptDraft({ storage, threadId, now }: ConversationKit, stored: StoredThread, draft: StoredDraft): Promise<void> {
  const { message, model } = collectMessage(draft.events)
  const isKept = stored.nodes.some((node) => node.id === draft.messageId)
  const isNext = stored.thread.head === draft.parentId
  if (isKept || !isNext || message.parts.length === 0) return await storage.threads.dropDraft(threadId, draft.messageId)
  await storage.threads.append({
    threadId,
    id: draft.messageId,
    ...(draft.parentId !== undefined && { parentId: draft.parentId }),
    message: { ...message, id: draft.messageId },
    notes: { model, cut: true },
    createdAt: now(),
  })
}

/** A page that disappeared between keeping the results and noting so leaves records that look unsent. */
export async function markSent({ storage, threadId }: ConversationKit, results: ThreadNode): Promise<void> {
  const records = await storage.ledger.ofThread(threadId)
  const unsent = records.filter(
    (record) => record.messageId === results.parentId && !record.parent && record.sentIn === undefined,
  )
  for (const { key } of unsent) await changeOne(storage.ledger, key, (record) => send(record, results.id))
}
