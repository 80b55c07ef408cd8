import type { Path } from '../path.ts'
import type { FileStore, FileTables, NodeChange, WritableFileTables } from '../store/file-store.ts'
import type { LogRecord, StoredNode } from '../store/stored-node.ts'
import { ContentCache } from './content-cache.ts'
import { abort, begin, endOf } from './indexeddb-request.ts'
import type { Connection } from './indexeddb-schema.ts'
import { createTables, createWritableTables, type LayoutOptions } from './indexeddb-tables.ts'
import { createMirroredTables, type TabMemory } from './mirrored-tables.ts'
import { NodeMirror } from './node-mirror.ts'
import type { PackOptions } from './node-pack.ts'
import { createSnapshotKeeper, type SnapshotOptions } from './snapshot-keeper.ts'

// While two tabs write in turns, every trusting attempt would fail; then it is cheaper to ask first for a while.
const CAUTIOUS_CHANGES = 20

export interface StoreOptions {
  readonly snapshots?: SnapshotOptions | undefined
  readonly packs?: PackOptions | undefined
}

/** Thrown when a change was planned on an old picture of the files. It must be planned again. */
const outdated = Symbol('outdated')

/**
 * One transaction per call over all stores, so an operation is there whole or not at all, whatever happens to the browser.
 *
 * A change is first planned on what this tab remembers, without asking the database. The log decides whether that was still
 * true: its record takes the next number, and a number that another tab took first makes the whole transaction fail.
 */
export function createIndexedDbStore({ database }: Connection, { snapshots, packs }: StoreOptions = {}): FileStore {
  const layout: LayoutOptions = { largeFolder: snapshots?.largeFolder, packs }
  const mirror = new NodeMirror()
  const keeper = createSnapshotKeeper(database, mirror, snapshots)
  const memory: TabMemory = { mirror, contents: new ContentCache(), snapshots: keeper }
  let changes: Promise<unknown> = Promise.resolve()
  let cautious = 0

  async function attempt<Result>(work: (tables: WritableFileTables) => Promise<Result>, trusting: boolean): Promise<Result> {
    const transaction = begin(database(), 'readwrite')
    const ended = quietly(endOf(transaction))
    const plain = createWritableTables(transaction, layout)
    const fresh = trusting ? 'trusted' : quietly(catchUp(plain, mirror))
    const made = rememberWrites({ ...plain, ...createMirroredTables(plain, memory, { fresh, writes: true }) })
    try {
      const result = await work(made.tables)
      if (trusting && made.records.length === 0) throw outdated
      transaction.commit()
      // What a hash names is known whether or not the transaction ends well, and there is time while it ends.
      for (const node of made.nodes)
        if (node.type === 'file' && node.content !== undefined) memory.contents.add(node.hash, node.content)
      await ended
      mirror.apply(made.records)
      keeper.stir()
      return result
    } catch (error) {
      abort(transaction)
      // Whatever went wrong may come from an old picture. What is really wrong will be so again.
      if (trusting) throw outdated
      throw transaction.error === null
        ? error
        : await ended.then(
            () => error,
            (reason: unknown) => reason,
          )
    } finally {
      if (isTaken(transaction.error)) cautious = CAUTIOUS_CHANGES
    }
  }

  return {
    ...createReading(database, memory, layout.largeFolder),
    change(work) {
      const result = changes.then(async () => {
        if (mirror.sequence === undefined || cautious-- > 0) return attempt(work, false)
        try {
          return await attempt(work, true)
        } catch (error) {
          if (error !== outdated) throw error
          return attempt(work, false)
        }
      })
      changes = result.catch(() => undefined)
      return result
    },
    close() {
      keeper.close()
      database().close()
    },
  }
}

function createReading(
  database: () => IDBDatabase,
  memory: TabMemory,
  largeFolder: number | undefined,
): Pick<FileStore, 'read' | 'readContents'> {
  const read: FileStore['read'] = async (work) => {
    const tables = createTables(begin(database(), 'readonly'), largeFolder)
    const fresh = quietly(lookAround(tables, memory.mirror))
    return work(createMirroredTables(tables, memory, { fresh, writes: false }))
  }
  return { read, readContents: read }
}

/** Who awaits something else first must not leave this one without a listener. Awaiting it still rejects. */
function quietly<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined)
  return work
}

/** A tab that remembers nothing asks for what is wanted first: how new the log is matters only to what it will remember of it. */
async function lookAround(tables: FileTables, mirror: NodeMirror): Promise<void> {
  if (mirror.sequence === undefined) await Promise.resolve()
  await catchUp(tables, mirror)
}

/** Brings the mirror to the state that the transaction of `tables` sees. */
async function catchUp(tables: FileTables, mirror: NodeMirror): Promise<void> {
  if (mirror.sequence === undefined) {
    const last = await tables.lastSequence()
    mirror.sequence ??= last
    // Another operation may have begun the mirror meanwhile, with what an older transaction saw.
    if (mirror.sequence === last) return
  }
  mirror.apply(await tables.recordsAfter(mirror.sequence))
}

function isTaken(error: DOMException | null): boolean {
  return error?.name === 'ConstraintError'
}

/** Notes what a plan hands to the transaction, to remember it once that has ended well. */
function rememberWrites(tables: WritableFileTables) {
  const records: LogRecord[] = []
  const nodes: StoredNode[] = []
  return {
    records,
    nodes,
    tables: {
      ...tables,
      addRecord(record: LogRecord) {
        records.push(record)
        tables.addRecord(record)
      },
      putNode(node: StoredNode, before?: StoredNode) {
        nodes.push(node)
        tables.putNode(node, before)
      },
      fillFolder(filling: readonly StoredNode[]) {
        for (const node of filling) nodes.push(node)
        tables.fillFolder(filling)
      },
      changePacked(folder: Path, changes: ReadonlyMap<string, NodeChange>) {
        for (const { node } of changes.values()) if (node !== undefined) nodes.push(node)
        return tables.changePacked(folder, changes)
      },
    },
  }
}
