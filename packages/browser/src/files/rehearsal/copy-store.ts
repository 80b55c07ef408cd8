import type { StoredContent } from '../file-content.ts'
import type { FileSystem } from '../file-system.ts'
import { type Path, storedPath } from '../path.ts'
import type { FileStore, FileTables, WritableFileTables } from '../store/file-store.ts'
import type { FileState, LogRecord, NodeState, StoredNode } from '../store/stored-node.ts'
import { type Base, type CopyRow, CopyRows, type Origin } from './copy-rows.ts'
import type { CopyShelf } from './copy-shelf.ts'
import { type CopyState, createCopyTables } from './copy-tables.ts'

export interface CopyStoreOptions {
  readonly original: FileSystem
  readonly shelf: CopyShelf
  /** Called after each change of this tab. */
  readonly onChange?: () => void
}

/**
 * Keeps what was changed in a copy, and reads everything else from the original. A change is worked out first and kept in one go: if
 * another tab was faster, it is worked out again upon what that one did.
 */
export class CopyStore implements FileStore {
  readonly #original: FileSystem
  readonly #shelf: CopyShelf
  readonly #onChange: (() => void) | undefined
  #state: CopyState = EMPTY()
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ original, shelf, onChange }: CopyStoreOptions) {
    this.#original = original
    this.#shelf = shelf
    this.#onChange = onChange
  }

  async read<Result>(work: (tables: FileTables) => Promise<Result>): Promise<Result> {
    return work(createCopyTables({ state: await this.state(), original: this.#original, shelf: this.#shelf }))
  }

  change<Result>(work: (tables: WritableFileTables) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      for (;;) {
        const state = await this.state()
        const draft = new CopyDraft(state, this.#original, this.#shelf)
        const result = await work(draft.tables)
        if (draft.isEmpty || (await this.#commit(state, draft))) return result
      }
    })
  }

  /** From now on these paths are what the original says. Nothing is logged: the copy has no opinion about them any more. */
  drop(paths: readonly Path[]): Promise<void> {
    return this.#settle(() => new Map(paths.map((path) => [path, undefined])))
  }

  /** Drops what the original has now, as it was kept. What was changed in the copy since then goes on waiting, upon what was kept. */
  dropKept(kept: readonly { readonly row: CopyRow; readonly base?: Base }[]): Promise<void> {
    return this.#settle(({ rows }) => {
      const settled = kept.map(({ row, base }): readonly [Path, CopyRow | undefined] => {
        const now = rows.get(row.path)
        if (!now || isUnchanged(now, row)) return [row.path, undefined]
        const { base: _past, ...rest } = now
        return [row.path, { ...rest, ...(base && { base }) }]
      })
      return new Map(settled)
    })
  }

  /** The original has become something else, and the copy knows. */
  rebase(row: CopyRow, base: Base): Promise<void> {
    return this.#settle(() => new Map([[row.path, { ...row, base }]]))
  }

  clear(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#shelf.clear()
      this.#state = EMPTY()
      this.#onChange?.()
    })
  }

  close(): void {}

  /** As the shelf has it now. */
  async state(): Promise<CopyState> {
    const edition = await this.#shelf.edition()
    if (edition === this.#state.edition) return this.#state
    const copy = await this.#shelf.load()
    const rows = new CopyRows()
    for (const row of copy?.rows ?? []) rows.put(row)
    this.#state = copy ? { ...copy, rows } : EMPTY()
    return this.#state
  }

  #settle(rowsOf: (state: CopyState) => ReadonlyMap<Path, CopyRow | undefined>): Promise<void> {
    return this.#inTurn(async () => {
      let isKept = false
      while (!isKept) {
        const state = await this.state()
        isKept = await this.#commit(state, { rows: rowsOf(state), records: [], blobs: new Map(), origins: new Map() })
      }
    })
  }

  async #commit(state: CopyState, { rows, records, blobs, origins }: Changed): Promise<boolean> {
    const edition = crypto.randomUUID()
    if (!(await this.#shelf.commit({ upon: state.edition, edition, rows, records, blobs, origins }))) return false
    for (const [path, row] of rows) {
      if (row) state.rows.put(row)
      else state.rows.delete(path)
    }
    this.#state = {
      edition,
      rows: state.rows,
      records: records.length > 0 ? [...state.records, ...records] : state.records,
      origins: origins.size > 0 ? new Map([...state.origins, ...origins]) : state.origins,
    }
    this.#onChange?.()
    return true
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

const EMPTY = (): CopyState => ({ edition: undefined, rows: new CopyRows(), records: [], origins: new Map() })

interface Changed {
  readonly rows: ReadonlyMap<Path, CopyRow | undefined>
  readonly records: readonly LogRecord[]
  readonly blobs: ReadonlyMap<string, StoredContent>
  readonly origins: ReadonlyMap<string, Origin>
}

/** What one operation is about to change. */
class CopyDraft implements Changed {
  readonly tables: WritableFileTables
  readonly records: LogRecord[] = []
  readonly blobs = new Map<string, StoredContent>()
  readonly #state: CopyState
  readonly #nodes = new Map<Path, StoredNode | undefined>()
  /** Everything of the original that it has looked at. */
  readonly #seen = new Map<Path, StoredNode>()

  constructor(state: CopyState, original: FileSystem, shelf: CopyShelf) {
    this.#state = state
    const put = (node: StoredNode) => void this.#nodes.set(storedPath(node.parent, node.name), node)
    const onOriginal = (path: Path, node: StoredNode) => void this.#seen.set(path, node)
    this.tables = {
      ...createCopyTables({ state, original, shelf, onOriginal }),
      putNode: put,
      packedFrom: Number.POSITIVE_INFINITY,
      fillFolder: (nodes) => nodes.forEach(put),
      changePacked: async () => never(),
      removeNode: (node) => void this.#nodes.set(storedPath(node.parent, node.name), undefined),
      putBlob: (hash, content) => void this.blobs.set(hash, content),
      addRecord: (record) => void this.records.push(record),
      removeBlob: never,
      removeRecords: never,
      putMeta: never,
    }
  }

  get isEmpty(): boolean {
    return this.records.length === 0
  }

  get rows(): ReadonlyMap<Path, CopyRow | undefined> {
    const [record] = this.records
    if (!record) return new Map()
    const moves = this.records.flatMap(({ changes }) =>
      changes.flatMap(({ path, from }) => (from ? [[path, from] as const] : [])),
    )
    const sources = new Map(moves)
    return new Map([...this.#nodes].map(([path, node]) => [path, this.#rowFor(path, node, record, sources.get(path))]))
  }

  /** What was made of contents of the original, without a copy of them. */
  get origins(): ReadonlyMap<string, Origin> {
    const named = new Set(this.records.flatMap(({ changes }) => changes.flatMap(({ before, after }) => hashesIn(before, after))))
    const found = new Map<string, Origin>()
    for (const [path, node] of this.#seen)
      if (node.type === 'file' && named.has(node.hash)) found.set(node.hash, { path, version: node.version })
    return found
  }

  #rowFor(path: Path, node: StoredNode | undefined, { by }: LogRecord, source: Path | undefined): CopyRow | undefined {
    const before = this.#state.rows.get(path)
    const seen = this.#seen.get(path)
    const base = before ? before.base : seen && baseOf(seen)
    const from = source && this.#originOf(source)
    if (!node && !base) return undefined
    return { path, ...(node && { node }), ...(base && { base }), ...(from && { from }), by }
  }

  #originOf(source: Path): Origin | undefined {
    const seen = this.#seen.get(source)
    return seen ? { path: source, version: seen.version } : this.#state.rows.get(source)?.from
  }
}

/** Every change has a version of its own. */
const isUnchanged = (now: CopyRow, then: CopyRow): boolean =>
  now.node?.type === then.node?.type && now.node?.version === then.node?.version

export const baseOf = (node: NodeState): Base =>
  node.type === 'file' ? { type: 'file', version: node.version, hash: node.hash } : { type: 'folder', version: node.version }

const hashesIn = (...states: readonly (NodeState | undefined)[]): readonly string[] =>
  states.filter((state): state is FileState => state?.type === 'file').map(({ hash }) => hash)

/** A copy keeps its short history whole, and packs nothing. */
function never(): never {
  throw new Error('A copy forgets nothing before it is let go.')
}
