import { isInline } from '../file-content.ts'
import { type Path, parentOf } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import { placeNode, type StoredNode } from '../store/stored-node.ts'
import type { ContentCache } from './content-cache.ts'
import type { DatabaseTables } from './indexeddb-tables.ts'
import type { NodeMirror } from './node-mirror.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'

export interface TabMemory {
  readonly mirror: NodeMirror
  readonly contents: ContentCache
  readonly snapshots: SnapshotKeeper
}

interface MirroringOptions {
  /** Resolves once the mirror is as new as the transaction. `'trusted'`: it is taken as it is. */
  readonly fresh: Promise<void> | 'trusted'
  readonly writes: boolean
}

/**
 * Tables that answer from this tab's memory where they can. What memory does not know is asked of the database at once, without
 * waiting for the mirror to be fresh.
 */
export function createMirroredTables(tables: DatabaseTables, memory: TabMemory, { fresh, writes }: MirroringOptions): FileTables {
  const { mirror } = memory
  const ask = createAsking(tables, memory, fresh)
  const answerFrom = async <Known, Answer>(
    recall: () => Known | undefined,
    otherwise: () => Promise<Answer>,
  ): Promise<Known | Answer> => {
    if (recall() === undefined) return otherwise()
    await fresh
    const known = recall()
    return known === undefined ? otherwise() : known
  }
  const nodeFrom = async (path: Path, recall: () => StoredNode | null | undefined, otherwise = ask.node) =>
    (await answerFrom(recall, () => otherwise(path))) ?? undefined
  return {
    ...tables,
    bareNode: (path) => nodeFrom(path, () => mirror.find(path)),
    node: (path) => nodeFrom(path, () => recallWhole(memory, path), writes ? ask.nodeAndAround : ask.node),
    recall: (path) => (fresh === 'trusted' ? recallWhole(memory, path) : undefined),
    bareChildren: (folder) =>
      answerFrom(
        () => mirror.children(folder),
        () => ask.children(folder),
      ),
    bareBelow: (folder) =>
      answerFrom(
        () => mirror.below(folder),
        () => ask.below(folder),
      ),
    below: ask.below,
    async lastSequence() {
      await fresh
      return mirror.sequence ?? 0
    },
    async logEnd() {
      await fresh
      mirror.total ??= (await tables.logEnd()).total
      return { sequence: mirror.sequence ?? 0, total: mirror.total }
    },
  }
}

/** Asks the database, and remembers what it says. */
function createAsking(tables: DatabaseTables, { mirror, contents, snapshots }: TabMemory, fresh: Promise<void> | 'trusted') {
  const learn = async <Value>(asked: Promise<Value>, remember: (value: Value) => void): Promise<Value> => {
    const isFirst = mirror.sequence === undefined
    const learned = Promise.all([asked, fresh]).then(([value]) => {
      remember(value)
      return value
    })
    if (!isFirst) return learned
    // What the database says is true whether or not it will be remembered.
    learned.catch(() => undefined)
    return asked
  }
  const keepContents = (nodes: readonly StoredNode[]) => {
    for (const node of nodes) if (node.type === 'file' && node.content !== undefined) contents.add(node.hash, node.content)
  }
  const node = (path: Path) =>
    learn(tables.node(path), (found) => {
      if (found !== undefined) keepContents([found])
      mirror.learn(path, found)
    })
  const survey = (folder: Path) =>
    learn(tables.fewChildren(folder), (nodes) => {
      if (nodes === undefined) return
      keepContents(nodes)
      mirror.learnChildren(folder, nodes)
    })
  return {
    node,
    /** What else is in a folder of few is learned on the way: who writes one name there will write others. */
    nodeAndAround(path: Path) {
      const folder = parentOf(path)
      if (mirror.shouldSurvey(folder)) survey(folder).catch(() => undefined)
      return node(path)
    },
    children: async (folder: Path) => {
      const reading = await learn(tables.folder(folder), ({ nodes, snapshot }) => {
        keepContents(nodes)
        mirror.learnChildren(folder, nodes)
        if (snapshot !== undefined) snapshots.used(folder, snapshot)
        snapshots.stir()
      })
      return reading.nodes
    },
    below: (folder: Path) =>
      learn(tables.below(folder), (nodes) => {
        keepContents(nodes)
        mirror.learnBelow(folder, nodes)
        snapshots.stir()
      }),
  }
}

/** A node from memory together with its content; `undefined` when memory has not all of it. */
function recallWhole({ mirror, contents }: TabMemory, path: Path): StoredNode | null | undefined {
  const node = mirror.find(path)
  if (node === undefined || node === null || node.type === 'folder' || !isInline(node.size)) return node
  const content = contents.get(node.hash)
  return content === undefined ? undefined : placeNode(node.parent, node.name, node, content)
}
