import type { By } from '../file-system.ts'
import { ancestorsOf, nameOf, type Path, parentOf, ROOT } from '../path.ts'
import { placeNode, type StoredNode } from '../store/stored-node.ts'

/** Where the original has a content that the copy uses without having a copy of it. */
export interface Origin {
  readonly path: Path
  readonly version: number
}

/** What the original had at a path when the copy first changed it. */
export interface Base {
  readonly type: 'file' | 'folder'
  readonly version: number
  /** Absent for a folder. */
  readonly hash?: string
}

/** One path that the copy has changed. */
export interface CopyRow {
  readonly path: Path
  /** Absent: it is gone in the copy. */
  readonly node?: StoredNode
  /** Absent: there was nothing. */
  readonly base?: Base
  /** Where it was moved from. Absent: it was not, or its content has been written since. */
  readonly from?: Origin
  /** Who changed it last. */
  readonly by: By
}

interface Twig {
  readonly twigs: Map<string, Twig>
  row?: CopyRow
  /** How many nodes the copy has put here and below. */
  present: number
}

/** What the copy knows about a path, without having looked at the original. */
export interface Looked {
  readonly row?: CopyRow
  /** Something above is gone in the copy, or is a file there: what the original has here is out of sight. */
  readonly isHidden: boolean
  /** The copy has something at the path or below it. */
  readonly isUsed: boolean
}

/** Every path that the copy has changed, as a tree. It grows with what was changed, whatever lies around it. */
export class CopyRows {
  readonly #root: Twig = { twigs: new Map(), present: 0 }
  readonly #rows = new Map<Path, CopyRow>()

  get size(): number {
    return this.#rows.size
  }

  all(): readonly CopyRow[] {
    return [...this.#rows.values()]
  }

  get(path: Path): CopyRow | undefined {
    return this.#rows.get(path)
  }

  put(row: CopyRow): void {
    const difference = (row.node ? 1 : 0) - (this.#rows.get(row.path)?.node ? 1 : 0)
    this.#rows.set(row.path, row)
    this.#along(row.path, difference).row = row
  }

  delete(path: Path): void {
    const row = this.#rows.get(path)
    if (!row) return
    this.#rows.delete(path)
    delete this.#along(path, row.node ? -1 : 0).row
  }

  look(path: Path): Looked {
    let isHidden = false
    for (const folder of ancestorsOf(path)) {
      const row = this.#rows.get(folder)
      if (row && row.node?.type !== 'folder') isHidden = true
    }
    const row = this.#rows.get(path)
    return { ...(row && { row }), isHidden, isUsed: (this.#find(path)?.present ?? 0) > 0 }
  }

  /** What the copy itself has directly in a folder, with the folders that only lead to something of it. */
  children(folder: Path): readonly StoredNode[] {
    return childrenOf(this.#find(folder), folder)
  }

  below(folder: Path): readonly StoredNode[] {
    const found: StoredNode[] = []
    const open: (readonly [Twig | undefined, Path])[] = [[this.#find(folder), folder]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [twig, path] = next
      found.push(...childrenOf(twig, path))
      for (const [name, inner] of twig?.twigs ?? []) open.push([inner, below(path, name)])
    }
    return found
  }

  #find(path: Path): Twig | undefined {
    let twig: Twig | undefined = this.#root
    for (const name of namesOf(path)) twig = twig?.twigs.get(name)
    return twig
  }

  #along(path: Path, difference: number): Twig {
    let twig = this.#root
    twig.present += difference
    for (const name of namesOf(path)) {
      const next: Twig = twig.twigs.get(name) ?? { twigs: new Map(), present: 0 }
      twig.twigs.set(name, next)
      twig = next
      twig.present += difference
    }
    return twig
  }
}

/** A folder that the original has lost meanwhile, while the copy still has something in it. */
export const leadingFolder = (path: Path): StoredNode =>
  placeNode(parentOf(path), nameOf(path), { type: 'folder', created: 0, version: 0 })

function childrenOf(twig: Twig | undefined, folder: Path): readonly StoredNode[] {
  return [...(twig?.twigs ?? [])].flatMap(([name, { row, present }]) => {
    if (row) return row.node ?? []
    return present > 0 ? leadingFolder(below(folder, name)) : []
  })
}

const namesOf = (path: Path): readonly string[] => (path === ROOT ? [] : path.slice(1).split('/'))

// Cut from paths, and joined the way they were.
const below = (folder: Path, name: string): Path => (folder === ROOT ? `/${name}` : `${folder}/${name}`) as Path
