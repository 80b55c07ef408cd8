import type { ThreadRecord } from '@parley/browser'
import type { StudioServices } from '../studio/studio-services.ts'

/** How long a conversation can be taken back. */
export const UNDO_MS = 10_000

type Needed = Pick<StudioServices, 'storage' | 'remove'>

/** A deleted conversation that can still be taken back. */
export interface DeletedThread {
  readonly id: string
  readonly title: string
  /** When it goes for good. */
  readonly until: number
}

const untilOf = ({ deleted }: ThreadRecord): number => (deleted?.at ?? 0) + UNDO_MS

/** Out of every list. Nothing of it is lost before `sweep`. */
export async function markDeleted({ storage }: Needed, id: string, files: 'delete' | 'keep', now: number): Promise<void> {
  await storage.threads.change(id, (thread) => ({ ...thread, deleted: { at: now, files } }))
}

export async function takeBack({ storage }: Needed, id: string): Promise<void> {
  await storage.threads.change(id, ({ deleted: _deleted, ...thread }) => thread)
}

/** Removes for good what could have been taken back long enough, and says what still can. Safe in several tabs at once. */
export async function sweep(services: Needed, now: number): Promise<readonly DeletedThread[]> {
  const deleted = (await services.storage.threads.list()).filter((thread) => thread.deleted !== undefined)
  for (const thread of deleted) if (untilOf(thread) <= now) await removeForGood(services, thread.id)
  return deleted.flatMap((thread) =>
    untilOf(thread) > now ? [{ id: thread.id, title: thread.title, until: untilOf(thread) }] : [],
  )
}

/** One that cannot be removed is there again: it is better to see it than to believe that it is gone. */
export async function removeForGood(services: Needed, id: string): Promise<void> {
  const { threads, locks } = services.storage
  const remove = async () => {
    const thread = await threads.find(id)
    if (thread?.deleted) await services.remove(id, thread.deleted.files)
  }
  await locks.hold(`parley:delete ${id}`, remove, AbortSignal.timeout(UNDO_MS)).catch(async (error: unknown) => {
    await takeBack(services, id)
    throw error
  })
}
