import type { FileErrorCode } from '../file-error.ts'
import type { FileData } from '../file-system.ts'

interface ModelNode {
  readonly folder: boolean
  /** Empty for a folder. */
  readonly data: FileData
}

/** Everything that is there, by path. */
export type Picture = ReadonlyMap<string, ModelNode>

/**
 * The least that could be called a file system: a map from paths to contents, written without looking at the real one.
 * Every operation answers with an error code or with nothing, and leaves the map alone when it refuses.
 */
export class FilesModel {
  #nodes = new Map<string, ModelNode>()

  picture(): Picture {
    return new Map(this.#nodes)
  }

  folders(): readonly string[] {
    return [...this.#nodes].flatMap(([path, node]) => (node.folder ? [path] : []))
  }

  become(picture: Picture): void {
    this.#nodes = new Map(picture)
  }

  names(path: string): FileErrorCode | readonly string[] {
    if (path !== '/') {
      const problem = this.#wayTo(path)
      if (problem !== undefined) return problem
      const node = this.#nodes.get(path)
      if (node === undefined) return 'ENOENT'
      if (!node.folder) return 'ENOTDIR'
    }
    const start = path === '/' ? '/' : `${path}/`
    return [...this.#nodes.keys()]
      .filter((key) => key.startsWith(start) && !key.slice(start.length).includes('/'))
      .map((key) => key.slice(start.length))
  }

  read(path: string): FileErrorCode | { readonly data: FileData } {
    if (path === '/') return 'EISDIR'
    const problem = this.#wayTo(path)
    if (problem !== undefined) return problem
    const node = this.#nodes.get(path)
    if (node === undefined) return 'ENOENT'
    return node.folder ? 'EISDIR' : { data: node.data }
  }

  write(path: string, data: FileData): FileErrorCode | undefined {
    if (path === '/' || this.#nodes.get(path)?.folder === true) return 'EISDIR'
    const problem = this.#make(parent(path))
    if (problem === undefined) this.#nodes.set(path, { folder: false, data })
    return problem
  }

  /** All of them or none. */
  writeMany(files: readonly (readonly [string, FileData])[]): FileErrorCode | undefined {
    const before = this.picture()
    for (const [path, data] of files) {
      const problem = this.write(path, data)
      if (problem === undefined) continue
      this.become(before)
      return problem
    }
    return undefined
  }

  mkdir(path: string): FileErrorCode | undefined {
    if (path === '/') return undefined
    return this.#nodes.get(path)?.folder === false ? 'EEXIST' : this.#make(path)
  }

  remove(path: string, recursive: boolean): FileErrorCode | undefined {
    if (path === '/') return 'EINVAL'
    const problem = this.#wayTo(path)
    if (problem !== undefined) return problem
    if (!this.#nodes.has(path)) return 'ENOENT'
    const inside = this.#inside(path)
    if (inside.length > 1 && !recursive) return 'ENOTEMPTY'
    for (const key of inside) this.#nodes.delete(key)
    return undefined
  }

  transfer(from: string, to: string, keep: boolean): FileErrorCode | undefined {
    if (from === '/' && !(from === to && !keep)) return 'EINVAL'
    if (from === to && !keep) return from === '/' ? undefined : this.#exists(from)
    const missing = this.#exists(from)
    if (missing !== undefined) return missing
    if (to === '/' || this.#nodes.has(to)) return 'EEXIST'
    if (to.startsWith(`${from}/`)) return 'EINVAL'
    const tree = this.#inside(from).map((key) => [key, this.#nodes.get(key)] as const)
    const problem = this.#make(parent(to))
    if (problem !== undefined) return problem
    for (const [key, node] of tree) {
      if (node !== undefined) this.#nodes.set(to + key.slice(from.length), node)
      if (!keep) this.#nodes.delete(key)
    }
    return undefined
  }

  #exists(path: string): FileErrorCode | undefined {
    return this.#wayTo(path) ?? (this.#nodes.has(path) ? undefined : 'ENOENT')
  }

  /** A file on the way to a path is in its way. */
  #wayTo(path: string): FileErrorCode | undefined {
    return above(path).some((folder) => this.#nodes.get(folder)?.folder === false) ? 'ENOTDIR' : undefined
  }

  #make(path: string): FileErrorCode | undefined {
    if (path === '/') return undefined
    const wanted = [...above(path), path]
    if (wanted.some((folder) => this.#nodes.get(folder)?.folder === false)) return 'ENOTDIR'
    for (const folder of wanted) if (!this.#nodes.has(folder)) this.#nodes.set(folder, { folder: true, data: '' })
    return undefined
  }

  #inside(path: string): readonly string[] {
    return [...this.#nodes.keys()].filter((key) => key === path || key.startsWith(`${path}/`))
  }
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function above(path: string): readonly string[] {
  const names = path.split('/').slice(1, -1)
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)
}
