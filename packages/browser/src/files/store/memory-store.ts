import type { StoredContent } from '../file-content.ts'
import { isInside, type Path, storedPath } from '../path.ts'
import type { FileStore, FileTables, MetaName, WritableFileTables } from './file-store.ts'
import type { LogRecord, StoredNode } from './stored-node.ts'

interface Shelves {
  readonly nodes: ReadonlyMap<Path, StoredNode>
  readonly blobs: ReadonlyMap<string, StoredContent>
  readonly log: readonly LogRecord[]
  readonly meta: ReadonlyMap<MetaName, number>
}

/** Everything in this process. A transaction works on copies of the shelves, which replace them when it ends well. */
export function createMemoryStore(): FileStore {
  let shelves: Shelves = { nodes: new Map(), blobs: new Map(), log: [], meta: new Map() }
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }
  const read = <Result>(work: (tables: FileTables) => Promise<Result>) => inTurn(() => work(createReader(() => shelves)))
  return {
    read,
    change: (work) =>
      inTurn(async () => {
        const draft = {
          nodes: new Map(shelves.nodes),
          blobs: new Map(shelves.blobs),
          log: [...shelves.log],
          meta: new Map(shelves.meta),
        }
        const result = await work(createWriter(draft))
        shelves = draft
        return result
      }),
    close() {},
  }
}

function createReader(now: () => Shelves): FileTables {
  const nodesWhere = (wanted: (node: StoredNode, path: Path) => boolean) =>
    [...now().nodes].flatMap(([path, node]) => (wanted(node, path) ? [node] : [])).sort(byKey)
  const allBelow = (folder: Path) => nodesWhere((_, path) => path !== folder && isInside(path, folder))
  return {
    node: async (path) => withOwnContent(now().nodes.get(path)),
    bareNode: async (path) => now().nodes.get(path),
    bareChildren: async (folder) => nodesWhere((node) => node.parent === folder),
    bareBelow: async (folder) => allBelow(folder),
    below: async (folder) => allBelow(folder),
    blob: async (hash) => copyOf(now().blobs.get(hash)),
    logEnd: async () => now().log.at(-1) ?? { sequence: 0, total: 0 },
    lastSequence: async () => now().log.at(-1)?.sequence ?? 0,
    record: async (sequence) => now().log.find((record) => record.sequence === sequence),
    sequencesOf: async (path) => now().log.flatMap((record) => (record.paths.includes(path) ? [record.sequence] : [])),
    recordsOf: async (path) => now().log.filter((record) => record.paths.includes(path)),
    recordsOfCall: async (call) => now().log.filter((record) => record.by.call === call),
    recordsAfter: async (sequence, limit) =>
      now()
        .log.filter((record) => record.sequence > sequence)
        .slice(0, limit),
    newestRecords: async (limit, below = Number.POSITIVE_INFINITY) =>
      now()
        .log.filter((record) => record.sequence < below)
        .toReversed()
        .slice(0, limit),
    isBlobUsed: async (hash) =>
      nodesWhere((node) => node.type === 'file' && node.content === undefined && node.hash === hash).length > 0 ||
      now().log.some((record) => record.blobs?.includes(hash)),
    meta: async (name) => now().meta.get(name),
  }
}

function createWriter(draft: {
  nodes: Map<Path, StoredNode>
  blobs: Map<string, StoredContent>
  log: LogRecord[]
  meta: Map<MetaName, number>
}): WritableFileTables {
  return {
    ...createReader(() => draft),
    putNode: (node) => draft.nodes.set(pathOf(node), node),
    packedFrom: Number.POSITIVE_INFINITY,
    fillFolder(nodes) {
      for (const node of nodes) draft.nodes.set(pathOf(node), node)
    },
    async changePacked(_, changes) {
      for (const { node, before } of changes.values()) {
        if (node !== undefined) draft.nodes.set(pathOf(node), node)
        else if (before !== undefined) draft.nodes.delete(pathOf(before))
      }
    },
    removeNode: (node) => draft.nodes.delete(pathOf(node)),
    putBlob: (hash, data) => draft.blobs.set(hash, data),
    removeBlob: (hash) => draft.blobs.delete(hash),
    addRecord: (record) => draft.log.push(record),
    removeRecords(sequence) {
      const kept = draft.log.findIndex((record) => record.sequence > sequence)
      draft.log.splice(0, kept === -1 ? draft.log.length : kept)
    },
    putMeta: (name, value) => draft.meta.set(name, value),
  }
}

/** Whoever reads bytes may write into them; the store must not notice. */
function copyOf<Content extends StoredContent | undefined>(content: Content): Content | Uint8Array<ArrayBuffer> {
  return content instanceof Uint8Array ? content.slice() : content
}

function withOwnContent(node: StoredNode | undefined): StoredNode | undefined {
  const content = node?.type === 'file' ? copyOf(node.content) : undefined
  return node?.type === 'file' && content !== undefined ? { ...node, content } : node
}

function pathOf(node: StoredNode): Path {
  return storedPath(node.parent, node.name)
}

function byKey(left: StoredNode, right: StoredNode): number {
  return compare(left.parent, right.parent) || compare(left.name, right.name)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
