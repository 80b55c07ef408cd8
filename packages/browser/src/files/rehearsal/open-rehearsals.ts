import type { FileSystem } from '../file-system.ts'
import { createTabNeighbours } from '../tab-neighbours.ts'
import { createCopiedFiles } from './copied-files.ts'
import { type CopyShelf, createMemoryShelf } from './copy-shelf.ts'
import { CopyStore } from './copy-store.ts'
import { createIndexedDbShelf, keptCopies, openCopyDatabase } from './indexeddb-shelf.ts'
import { OpenRehearsal, type Rehearsal } from './rehearsal.ts'

/** Rehearsals that stay in this browser until each is kept or let go. */
export interface Rehearsals {
  /** The rehearsal of that name over these files. It begins with the first change. */
  of(name: string, original: FileSystem): Rehearsal
  /** The names of those that wait. */
  waiting(): Promise<readonly string[]>
  /** Lets one go, without a trace, also when nobody has its files any more. */
  remove(name: string): Promise<void>
  /** Hears which one has changed, also in another tab. Returns the function that ends it. */
  watch(listener: (name: string) => void): () => void
  close(): void
}

export interface RehearsalsOptions {
  /** The name of the database. Tabs that use the same name share the rehearsals. */
  readonly name?: string
  readonly clock?: () => number
}

/** Rejects when the browser offers no database, as some do in private windows. */
export async function openRehearsals({ name = 'parley-rehearsals', clock }: RehearsalsOptions = {}): Promise<Rehearsals> {
  const database = await openCopyDatabase(name)
  const news = createNews(name)
  return {
    of: (copy, original) => {
      const shelf = createIndexedDbShelf(database, copy)
      const neighbours = createTabNeighbours(`${name} ${copy}`)
      return open({ original, shelf, neighbours, news, name: copy, ...(clock && { clock }) })
    },
    waiting: () => keptCopies(database),
    async remove(copy) {
      await createIndexedDbShelf(database, copy).clear()
      news.tell(copy)
    },
    watch: news.watch,
    close() {
      news.close()
      database.close()
    },
  }
}

interface Opening {
  readonly original: FileSystem
  readonly shelf: CopyShelf
  readonly neighbours?: ReturnType<typeof createTabNeighbours>
  readonly news: News
  readonly name: string
  readonly clock?: () => number
}

function open({ original, shelf, news, name, ...options }: Opening): Rehearsal {
  const store = new CopyStore({ original, shelf, onChange: () => news.tell(name) })
  const watch: Rehearsal['watch'] = (listener) => {
    const ends = [news.watch((copy) => copy === name && listener()), original.watch(() => listener())]
    return () => ends.forEach((end) => end())
  }
  return new OpenRehearsal({ original, store, watch, copy: createCopiedFiles({ original, store, ...options }) })
}

/** For Node, for tests, and for a page that forgets. */
export function createMemoryRehearsal(original: FileSystem, options: { readonly clock?: () => number } = {}): Rehearsal {
  return open({ original, shelf: createMemoryShelf(), name: '', news: createNews(), ...options })
}

interface News {
  tell(copy: string): void
  watch(listener: (copy: string) => void): () => void
  close(): void
}

/** Without a name only this tab hears. */
function createNews(name?: string): News {
  const channel = name === undefined ? undefined : new BroadcastChannel(`${name} news`)
  const listeners = new Set<(copy: string) => void>()
  const hand = (copy: string) => {
    for (const listener of listeners) listener(copy)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') hand(data)
  })
  return {
    tell(copy) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      channel?.postMessage(copy)
      hand(copy)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => channel?.close(),
  }
}
