import { sha256 } from '../../ledger/ledger.ts'
import type { ThreadStorage } from '../../storage/thread-storage.ts'
import type { ThreadNode, ThreadRecord } from '../../storage/thread-store.ts'
import type { ForeignThread } from './foreign-thread.ts'

export interface ImportForeignOptions {
  readonly storage: ThreadStorage
  /** The folder they stand in. */
  readonly folder: string
  /** Absent: random. */
  readonly newId?: () => string
  /** Absent: the clock. */
  readonly now?: number
}

const MOST_TITLE = 200
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** A new thread that is only words: no call, no file, no permission, no instruction, and it asks before everything. */
export async function importForeign(foreign: ForeignThread, options: ImportForeignOptions): Promise<string> {
  const { storage, folder, newId = () => crypto.randomUUID(), now = Date.now() } = options
  const threadId = newId()
  const names = new Map(foreign.messages.map(({ id }) => [id, newId()]))
  const when = (time: number) => (time > 0 && time <= now ? time : Math.min(foreign.createdAt || now, now))
  const nodes = foreign.messages.map(({ id, parentId, role, text, model = '', createdAt }, order): ThreadNode => {
    const name = names.get(id) ?? newId()
    const parent = parentId === undefined ? undefined : names.get(parentId)
    const parts = [{ type: 'text', text: text.toWellFormed() } as const]
    return {
      threadId,
      id: name,
      ...(parent !== undefined && { parentId: parent }),
      order,
      message: { role, id: name, parts },
      ...(role === 'assistant' && { notes: { model } }),
      createdAt: when(createdAt),
    }
  })
  const last = foreign.messages.at(-1)?.id
  const head = names.get(foreign.head ?? '') ?? (last === undefined ? undefined : names.get(last))
  const thread: ThreadRecord = {
    id: threadId,
    title: foreign.title.replaceAll(UNSAFE, ' ').trim().slice(0, MOST_TITLE).toWellFormed(),
    titledBy: 'person',
    mode: 'ask',
    extraSteps: 0,
    folder,
    imported: await fingerprintOf(foreign),
    ...(foreign.isArchived && { archived: true }),
    ...(head !== undefined && { head }),
    createdAt: when(foreign.createdAt),
    updatedAt: Math.max(when(foreign.createdAt), ...nodes.map(({ createdAt }) => createdAt)),
  }
  await storage.threads.adopt(thread, nodes)
  return threadId
}

/** Who wrote what, and when. Said on, there or in a copy of it, it is another one; with another title it is not. */
const fingerprintOf = ({ messages }: ForeignThread): Promise<string> =>
  sha256(JSON.stringify(messages.map(({ id, parentId = '', role, text, createdAt }) => [id, parentId, role, text, createdAt])))

/** Whether the very same words came in before, and were not deleted since. */
export function createKnown(kept: readonly ThreadRecord[]): (foreign: ForeignThread) => Promise<boolean> {
  const here = new Set(kept.flatMap(({ imported, deleted }) => (imported === undefined || deleted ? [] : [imported])))
  return async (foreign) => here.has(await fingerprintOf(foreign))
}
