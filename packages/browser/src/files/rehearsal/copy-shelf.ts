import type { StoredContent } from '../file-content.ts'
import type { Path } from '../path.ts'
import type { LogRecord } from '../store/stored-node.ts'
import type { CopyRow, Origin } from './copy-rows.ts'

/** All of a copy but its large contents. */
export interface StoredCopy {
  /** Another one after every change. */
  readonly edition: string
  readonly rows: readonly CopyRow[]
  readonly records: readonly LogRecord[]
  /** By the hash of the content. */
  readonly origins: ReadonlyMap<string, Origin>
}

export interface CopyCommit {
  /** The edition it was built upon. Absent: there was no copy. */
  readonly upon: string | undefined
  readonly edition: string
  /** `undefined`: the copy says nothing about the path any more. */
  readonly rows: ReadonlyMap<Path, CopyRow | undefined>
  readonly records: readonly LogRecord[]
  readonly blobs: ReadonlyMap<string, StoredContent>
  readonly origins: ReadonlyMap<string, Origin>
}

/** Where one copy is kept. */
export interface CopyShelf {
  /** Absent: nothing is kept. */
  edition(): Promise<string | undefined>
  load(): Promise<StoredCopy | undefined>
  blob(hash: string): Promise<StoredContent | undefined>
  /** All of it or none. False: somebody else has changed the copy, and nothing was kept. */
  commit(change: CopyCommit): Promise<boolean>
  /** Leaves nothing. */
  clear(): Promise<void>
}

/** Forgotten with the process: for Node and for tests. */
export function createMemoryShelf(): CopyShelf {
  let copy: StoredCopy | undefined
  const blobs = new Map<string, StoredContent>()
  return {
    edition: async () => copy?.edition,
    load: async () => copy,
    blob: async (hash) => blobs.get(hash),
    async commit({ upon, edition, rows, records, ...more }) {
      if (upon !== copy?.edition) return false
      const kept = new Map(copy?.rows.map((row) => [row.path, row]))
      for (const [path, row] of rows) {
        if (row) kept.set(path, row)
        else kept.delete(path)
      }
      for (const [hash, content] of more.blobs) blobs.set(hash, content)
      copy = {
        edition,
        rows: [...kept.values()],
        records: [...(copy?.records ?? []), ...records],
        origins: new Map([...(copy?.origins ?? []), ...more.origins]),
      }
      return true
    },
    async clear() {
      copy = undefined
      blobs.clear()
    },
  }
}
