import type { Path } from '../path.ts'
import type { StoredNode } from '../store/stored-node.ts'
import { packFolder } from './folder-snapshot.ts'
import {
  allSnapshots,
  bearableRecords,
  type Confirmation,
  confirmationKey,
  LARGE_FOLDER,
  snapshotKey,
  type UsedSnapshot,
} from './indexeddb-folders.ts'
import type { NodeMirror } from './node-mirror.ts'
import { createQuietMoment } from './quiet-moment.ts'

export interface SnapshotOptions {
  /** A folder with more than that has a snapshot. */
  readonly largeFolder?: number
  /** How long nothing may have happened before snapshots are taken. */
  readonly quietMs?: number
}

export interface SnapshotKeeper {
  /** Something was learned or changed. */
  stir(): void
  /** The folder was read with the help of a snapshot, and the mirror knows it now. */
  used(folder: Path, snapshot: UsedSnapshot): void
  close(): void
}

interface Taken {
  readonly sequence: number
  readonly until: number
  /** What the mirror had for the folder then; it makes a new list after each change. Absent when that was already something else. */
  readonly nodes: readonly StoredNode[] | undefined
}

const QUIET_MS = 1000

/**
 * Writes down what the large folders of the mirror hold, in a quiet moment, so that a tab that opens the database later lists
 * them without reading ten thousand nodes. A snapshot tells what was so at one record of the log; that stays true whatever is
 * written meanwhile, here or in another tab, so nothing has to be locked or checked. Losing one costs only time.
 */
export function createSnapshotKeeper(
  database: () => IDBDatabase,
  mirror: NodeMirror,
  { largeFolder = LARGE_FOLDER, quietMs = QUIET_MS }: SnapshotOptions = {},
): SnapshotKeeper {
  const taken = new Map<Path, Taken>()
  const quiet = createQuietMoment(() => takeSnapshots(), quietMs)

  function takeSnapshots(): void {
    const { sequence = 0 } = mirror
    const due = mirror.largeFolders(largeFolder).filter(([folder, nodes]) => {
      const before = taken.get(folder)
      return before === undefined || sequence - before.until > bearableRecords(nodes.length, largeFolder) / 2
    })
    const meta = due.length > 0 ? openMeta(database()) : undefined
    if (meta === undefined) return
    for (const [folder, nodes] of due) {
      const before = taken.get(folder)
      const same = before?.nodes === nodes ? before.sequence : undefined
      if (same === undefined) meta.put(packFolder(sequence, nodes), snapshotKey(folder))
      else meta.put({ of: same, until: sequence } satisfies Confirmation, confirmationKey(folder))
      taken.set(folder, { sequence: same ?? sequence, until: sequence, nodes })
    }
    tidy(meta, mirror)
  }

  return {
    stir: quiet.stir,
    used(folder, { sequence, until, asStored }) {
      taken.set(folder, { sequence, until, nodes: asStored ? mirror.children(folder) : undefined })
    },
    close: quiet.stop,
  }
}

/** Nothing when the browser has closed the database meanwhile. */
function openMeta(database: IDBDatabase): IDBObjectStore | undefined {
  try {
    return database.transaction('meta', 'readwrite', { durability: 'relaxed' }).objectStore('meta')
  } catch {
    return undefined
  }
}

/** Lets the snapshots of folders go that are known to be no more. */
function tidy(meta: IDBObjectStore, mirror: NodeMirror): void {
  const request = meta.getAllKeys(allSnapshots())
  request.onsuccess = () => {
    // These are the keys that `snapshotKey` and `confirmationKey` made.
    for (const key of request.result as [string, Path][]) if (mirror.isGone(key[1])) meta.delete(key)
  }
}
