import { isInline, type PreparedContent, type StoredContent } from '../file-content.ts'
import { notAFolder } from '../file-error.ts'
import type { Operation } from '../file-history.ts'
import type { By, Entry } from '../file-system.ts'
import { sortByName } from '../indexeddb/node-pack.ts'
import { nameOf, type Path, parentOf, ROOT } from '../path.ts'
import type { LogEnd, NodeChange, WritableFileTables } from '../store/file-store.ts'
import { type KnownNodes, lookUp } from '../store/read-nodes.ts'
import {
  type FileState,
  type FolderState,
  type LogRecord,
  type NodeState,
  placeNode,
  rootEntry,
  rootNode,
  type StoredChange,
  type StoredNode,
  toEntry,
} from '../store/stored-node.ts'

// A record of a huge operation is cut into pieces, so that the history of one file never drags in a hundred thousand others.
const CHANGES_PER_RECORD = 256

export interface DraftOptions {
  readonly operation: Operation
  readonly by: By
  readonly time: number
}

/**
 * What one operation is about to do. Looks nodes up once, answers from what it already plans, and writes nodes, contents and
 * log in one go at the end.
 */
export class ChangeDraft {
  readonly version: number
  readonly #tables: WritableFileTables
  readonly #options: DraftOptions
  readonly #total: number
  readonly #known: KnownNodes
  readonly #changes = new Map<Path, StoredChange>()
  readonly #nodes = new Map<Path, StoredNode | undefined>()
  /** What the transaction was given already, and may have to be replaced. */
  readonly #handedOver = new Map<Path, StoredNode | undefined>()
  #waiting: Path[] = []
  /** What is handed over only at the end, by folder: the folders that are new, and what is in new folders or in packed ones. */
  readonly #held = new Map<Path, Set<Path>>()

  private constructor(tables: WritableFileTables, options: DraftOptions, end: LogEnd, known: KnownNodes) {
    this.#known = known
    this.#tables = tables
    this.#options = options
    this.version = end.sequence + 1
    this.#total = end.total
  }

  /** Opens a draft that knows `paths` and every folder above them. */
  static async open(tables: WritableFileTables, options: DraftOptions, paths: readonly Path[]): Promise<ChangeDraft> {
    const known: KnownNodes = new Map()
    const [end] = await Promise.all([tables.logEnd(), lookUp(tables, known, paths)])
    return new ChangeDraft(tables, options, end, known)
  }

  /** Looks up more paths, and every folder above them. */
  load(paths: readonly Path[]): Promise<void> {
    if (this.#handedOver.size > 0) throw new Error('A look-up would find what this draft has handed over.')
    return lookUp(this.#tables, this.#known, paths)
  }

  get time(): number {
    return this.#options.time
  }

  get by(): By {
    return this.#options.by
  }

  /** The node as the draft would leave it. Only for paths the draft was opened with, or was told of by `learn`. */
  node(path: Path): StoredNode | undefined {
    if (path === ROOT) return rootNode
    return this.#nodes.has(path) ? this.#nodes.get(path) : this.#known.get(path)
  }

  /** What is at `path` after the draft. Only for a path that is there. */
  entry(path: Path): Entry {
    const node = this.node(path)
    if (node === undefined) throw new Error(`${path} is not in the draft.`)
    return path === ROOT ? rootEntry : toEntry(node)
  }

  learn(path: Path, node: StoredNode): void {
    this.#known.set(path, node)
  }

  /** Makes sure that the folders above `path` exist. */
  addFolders(path: Path): void {
    const missing: Path[] = []
    let folder = parentOf(path)
    for (; folder !== ROOT; folder = parentOf(folder)) {
      const node = this.node(folder)
      if (node?.type === 'file') throw notAFolder(folder)
      // What is above a folder that exists exists too.
      if (node !== undefined) break
      missing.push(folder)
    }
    for (const wanted of missing.toReversed()) this.put(wanted, this.newFolder())
  }

  newFolder(): FolderState {
    return { type: 'folder', created: this.time, version: this.version }
  }

  newFile(content: Pick<PreparedContent, 'size' | 'hash' | 'binary'>, created: number): FileState {
    const { size, hash, binary } = content
    return { type: 'file', size, modified: this.time, created, version: this.version, hash, binary, by: this.by }
  }

  put(path: Path, state: NodeState, content?: StoredContent, from?: Path): StoredNode {
    return this.putNew(path, withoutContent(state), content, from)
  }

  /** The same for a state that was made for this draft and has no content in it. */
  putNew(path: Path, bare: NodeState, content?: StoredContent, from?: Path): StoredNode {
    const inline = content === undefined || content instanceof Blob || !isInline(sizeOf(bare)) ? undefined : content
    if (bare.type === 'file' && content !== undefined && inline === undefined) this.#tables.putBlob(bare.hash, content)
    const node = placeNode(parentOf(path), nameOf(path), bare, inline)
    this.#note(path, bare, from && { from })
    this.#set(path, node)
    return node
  }

  remove(path: Path, to?: Path): void {
    this.#note(path, undefined, to && { to })
    this.#set(path, undefined)
  }

  /**
   * Gives the nodes planned so far to the transaction, which is at work on them while the rest is planned. Only for a plan that
   * looks nothing up afterwards: it would find its own nodes, and take them for what is there even if it fails.
   */
  handOver(): void {
    for (const path of this.#waiting) {
      const node = this.#nodes.get(path)
      const before = this.#handedOver.has(path) ? this.#handedOver.get(path) : this.#known.get(path)
      if (node !== undefined) this.#tables.putNode(node, before)
      else if (before !== undefined) this.#tables.removeNode(before)
      this.#handedOver.set(path, node)
    }
    this.#waiting = []
  }

  /** Hands everything to the transaction, and tells what stands in the log. */
  async finish(): Promise<readonly LogRecord[]> {
    const apart = this.#release()
    this.handOver()
    const records = this.#addRecords()
    if (apart.length > 0) await Promise.all(apart)
    return records
  }

  /** New folders that many files go into are filled at once; what changes in packed ones is told at once. */
  #release(): readonly Promise<void>[] {
    const filled = new Set([...this.#held.keys()].filter((folder) => this.#markIfPacked(folder)))
    const apart: Promise<void>[] = []
    for (const [folder, paths] of this.#held) {
      if (filled.has(folder)) {
        this.#tables.fillFolder(sortByName([...paths].map((path) => this.#nodes.get(path))))
        continue
      }
      if (this.#isPacked(folder))
        apart.push(this.#tables.changePacked(folder, new Map([...paths].map((path) => this.#changeAt(path)))))
      else for (const path of paths) this.#waiting.push(path)
    }
    return apart
  }

  #changeAt(path: Path): readonly [string, NodeChange] {
    return [nameOf(path), { node: this.#nodes.get(path), before: this.#known.get(path) }]
  }

  #markIfPacked(folder: Path): boolean {
    const node = this.#nodes.get(folder)
    const change = this.#changes.get(folder)
    const count = this.#held.get(folder)?.size ?? 0
    if (!this.#isNew(folder) || count < this.#tables.packedFrom || node?.type !== 'folder' || change === undefined) return false
    const after: FolderState = { type: 'folder', created: node.created, version: node.version, packed: true }
    this.#nodes.set(folder, placeNode(node.parent, node.name, after))
    this.#changes.set(folder, { ...change, after })
    return true
  }

  #addRecords(): readonly LogRecord[] {
    const changes = [...this.#changes.values()]
    const records: LogRecord[] = []
    let total = this.#total
    for (let start = 0; start < changes.length; start += CHANGES_PER_RECORD) {
      const { operation, by, time } = this.#options
      const piece = changes.slice(start, start + CHANGES_PER_RECORD)
      const sequence = this.version + records.length
      const summary = summarise(piece)
      total += summary.bytes
      records.push({ sequence, version: this.version, operation, time, by, changes: piece, ...summary, total })
    }
    for (const record of records) this.#tables.addRecord(record)
    return records
  }

  #set(path: Path, node: StoredNode | undefined): void {
    this.#nodes.set(path, node)
    const folder = parentOf(path)
    if (!this.#isNew(folder) && !this.#isPacked(folder) && (node?.type !== 'folder' || !this.#isNew(path))) {
      this.#waiting.push(path)
      return
    }
    const held = this.#held.get(folder)
    if (held === undefined) this.#held.set(folder, new Set([path]))
    else held.add(path)
  }

  #isNew(path: Path): boolean {
    return path !== ROOT && this.#known.get(path) === undefined
  }

  #isPacked(folder: Path): boolean {
    const known = this.#known.get(folder)
    return known?.type === 'folder' && known.packed === true
  }

  #note(path: Path, after: NodeState | undefined, links?: Pick<StoredChange, 'from' | 'to'>): void {
    const known = this.#known.get(path)
    if (known === undefined) {
      if (after === undefined) this.#changes.delete(path)
      else this.#changes.set(path, links === undefined ? { path, after } : { path, after, ...links })
      return
    }
    const before = stateBefore(known, links?.to !== undefined || isSameContent(known, after))
    this.#changes.set(path, { path, before, ...(after && { after }), ...links })
  }
}

function isSameContent(before: NodeState, after: NodeState | undefined): boolean {
  return before.type === 'file' && after?.type === 'file' && before.hash === after.hash
}

function sizeOf(state: NodeState): number {
  return state.type === 'file' ? state.size : 0
}

function withoutContent(state: NodeState): NodeState {
  if (state.type === 'folder') return { type: 'folder', created: state.created, version: state.version }
  const { type, size, modified, created, version, hash, binary, by } = state
  return { type, size, modified, created, version, hash, binary, by }
}

/** What the log keeps of a node that goes. Its content too, unless it lives on elsewhere. */
function stateBefore(node: StoredNode, contentLivesOn: boolean): NodeState {
  const bare = withoutContent(node)
  if (bare.type === 'folder' || node.type === 'folder' || contentLivesOn || node.content === undefined) return bare
  return { ...bare, content: node.content }
}

/** What a record says about its changes as a whole: the keys of its indexes, and what it costs. */
function summarise(changes: readonly StoredChange[]): Pick<LogRecord, 'paths' | 'blobs' | 'bytes'> {
  const blobs: string[] = []
  let bytes = 0
  for (const { before, after, to } of changes) {
    if (before?.type !== 'file' || to !== undefined || isSameContent(before, after)) continue
    bytes += before.size
    if (before.content === undefined) blobs.push(before.hash)
  }
  return { paths: changes.map((change) => change.path), ...(blobs.length > 0 && { blobs }), bytes }
}
