import { isInline } from '../file-content.ts'
import { nameOf, type Path, parentOf, ROOT, storedPath } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import { type LogRecord, placeNode, type StoredChange, type StoredNode } from '../store/stored-node.ts'

interface MirroredFolder {
  /** `null` for a name that is known to be free. */
  readonly nodes: Map<string, StoredNode | null>
  /** Whether `nodes` is everything in the folder. */
  complete: boolean
  /** The nodes by name. Absent after a change. */
  sorted?: readonly StoredNode[]
}

// About twenty megabytes of names. A mirror that grew beyond is thrown away and begins again.
const MAX_NODES = 100_000
// So many letters of small texts are kept with their nodes; whatever comes after is known without its text.
const MAX_LENGTH = 8 * 2 ** 20

/**
 * What this tab knows of the nodes, some with their small texts, as of one record of the log. The log is how it keeps up: whoever has read
 * the records after `sequence` can apply them, and then every answer is as good as one from the database.
 */
export class NodeMirror {
  readonly #folders = new Map<Path, MirroredFolder>()
  #count = 0
  #length = 0
  /** The record it is up to date with. Absent before the first look. */
  sequence: number | undefined
  /** The running total of that record. Absent until it is needed or a later record tells. */
  total: number | undefined

  /** `null` when it is known that nothing is there, `undefined` when it is not known. */
  find(path: Path): StoredNode | null | undefined {
    const parent = parentOf(path)
    const folder = this.#folders.get(parent)
    const node = folder?.nodes.get(nameOf(path))
    if (node !== undefined) return node
    if (folder?.complete === true) return null
    if (parent === ROOT) return undefined
    const above = this.find(parent)
    return above === null || above?.type === 'file' ? null : undefined
  }

  /** By name. `undefined` when not everything in the folder is known. */
  children(path: Path): readonly StoredNode[] | undefined {
    const folder = this.#folders.get(path)
    return folder?.complete === true ? sortedNodes(folder) : undefined
  }

  /** Everything below, by folder and name. `undefined` when not all of it is known. */
  below(path: Path): readonly StoredNode[] | undefined {
    const lists = new Map<Path, readonly StoredNode[]>()
    const open: Path[] = [path]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const nodes = this.children(next)
      if (nodes === undefined) return undefined
      lists.set(next, nodes)
      for (const node of nodes) if (node.type === 'folder') open.push(storedPath(node.parent, node.name))
    }
    return [...lists.keys()].sort(byCodeUnits).flatMap((folder) => lists.get(folder) ?? [])
  }

  learn(path: Path, node: StoredNode | undefined): void {
    if (node !== undefined) this.#set(node)
    else this.#free(path)
  }

  learnChildren(path: Path, nodes: readonly StoredNode[]): void {
    this.#folder(path).complete = true
    for (const node of nodes) this.#set(node)
  }

  learnBelow(path: Path, nodes: readonly StoredNode[]): void {
    this.#folder(path).complete = true
    for (const node of nodes) {
      if (node.type === 'folder') this.#folder(storedPath(node.parent, node.name)).complete = true
      this.#set(node)
    }
  }

  /** Brings the mirror forward by records that follow each other. A gap means that it cannot keep up. */
  apply(records: readonly LogRecord[]): void {
    for (const record of records) {
      if (this.sequence === undefined || record.sequence <= this.sequence) continue
      if (record.sequence !== this.sequence + 1) this.clear()
      for (const change of record.changes) this.#applyChange(change)
      this.sequence = record.sequence
      this.total = record.total
    }
    if (this.#count > MAX_NODES) this.clear()
  }

  /** Forgets the nodes, not how far it had come. */
  clear(): void {
    this.#folders.clear()
    this.#count = 0
    this.#length = 0
  }

  #applyChange({ path, before, after }: StoredChange): void {
    if (after === undefined) {
      this.#delete(path)
      return
    }
    this.#set(placeNode(parentOf(path), nameOf(path), after))
    if (after.type === 'folder' && before?.type !== 'folder') this.#folder(path).complete = true
    else if (after.type === 'file') this.#dropFolder(path)
  }

  #set(node: StoredNode): void {
    // The parent of a stored node is a path: it was cut from one when the node was made.
    const folder = this.#folder(node.parent as Path)
    this.#put(folder, node.name, isKept(node, MAX_LENGTH - this.#length) ? node : bare(node))
  }

  #delete(path: Path): void {
    this.#dropFolder(path)
    this.#free(path)
  }

  #dropFolder(path: Path): void {
    for (const node of this.#folders.get(path)?.nodes.values() ?? []) this.#length -= lengthIn(node)
    this.#folders.delete(path)
  }

  #free(path: Path): void {
    this.#put(this.#folder(parentOf(path)), nameOf(path), null)
  }

  #put(folder: MirroredFolder, name: string, node: StoredNode | null): void {
    const before = folder.nodes.get(name)
    if (before === undefined) this.#count++
    this.#length += lengthIn(node) - lengthIn(before)
    folder.nodes.set(name, node)
    delete folder.sorted
  }

  #folder(path: Path): MirroredFolder {
    const known = this.#folders.get(path)
    if (known !== undefined) return known
    const folder: MirroredFolder = { nodes: new Map(), complete: false }
    this.#folders.set(path, folder)
    return folder
  }
}

function sortedNodes(folder: MirroredFolder): readonly StoredNode[] {
  folder.sorted ??= [...folder.nodes.values()]
    .filter((node) => node !== null)
    .sort((left, right) => byCodeUnits(left.name, right.name))
  return folder.sorted
}

/** Bytes are never kept: whoever reads them may change them. */
function isKept(node: StoredNode, room: number): boolean {
  return node.type === 'file' && typeof node.content === 'string' && node.content.length <= room
}

function lengthIn(node: StoredNode | null | undefined): number {
  return node?.type === 'file' ? (node.content?.length ?? 0) : 0
}

function bare(node: StoredNode): StoredNode {
  return node.type === 'folder' || node.content === undefined ? node : placeNode(node.parent, node.name, node)
}

/** The order of the database's keys. */
function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * Tables that answer from this tab's memory where they can. `fresh` resolves once the mirror is as new as the transaction; what the
 * mirror does not know is asked of the database at once, without waiting for that.
 */
export function createMirroredTables(tables: FileTables, mirror: NodeMirror, fresh: Promise<void>): FileTables {
  const answerFrom = async <Known, Answer>(
    recall: () => Known | undefined,
    otherwise: () => Promise<Answer>,
  ): Promise<Known | Answer> => {
    if (recall() === undefined) return otherwise()
    await fresh
    const known = recall()
    return known === undefined ? otherwise() : known
  }
  const learn = <Value>(asked: Promise<Value>, remember: (value: Value) => void): Promise<Value> => {
    // What the database says is true whether or not it will be remembered: nobody waits for that.
    Promise.all([asked, fresh]).then(
      ([value]) => remember(value),
      () => undefined,
    )
    return asked
  }
  const nodeFrom = async (path: Path, recall: () => StoredNode | null | undefined) => {
    const ask = () => learn(tables.node(path), (found) => mirror.learn(path, found))
    return (await answerFrom(recall, ask)) ?? undefined
  }
  const below = (folder: Path) => learn(tables.below(folder), (nodes) => mirror.learnBelow(folder, nodes))
  return {
    ...tables,
    bareNode: (path) => nodeFrom(path, () => mirror.find(path)),
    node: (path) => nodeFrom(path, () => whole(mirror.find(path))),
    bareChildren: (folder) =>
      answerFrom(
        () => mirror.children(folder),
        () => learn(tables.bareChildren(folder), (nodes) => mirror.learnChildren(folder, nodes)),
      ),
    bareBelow: (folder) =>
      answerFrom(
        () => mirror.below(folder),
        () => below(folder),
      ),
    below,
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

/** Nothing when the mirror knows a small file without its content. */
function whole(node: StoredNode | null | undefined): StoredNode | null | undefined {
  return node?.type === 'file' && isInline(node.size) && node.content === undefined ? undefined : node
}
