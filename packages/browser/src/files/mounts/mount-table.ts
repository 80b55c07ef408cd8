import { reworded } from '@parley/dialects'
import { say } from '../../words/files.ts'
import { FileError, isAFolder, isFileError, rootStays, taken } from '../file-error.ts'
import type { Actor, By, Entry, FileChange, FolderEntry } from '../file-system.ts'
import { isInside, nameOf, type Path, parentOf, ROOT, rebase } from '../path.ts'

export type Right = 'none' | 'read' | 'write'

/** One area of the files behind, shown at one place. */
export interface Mount {
  /** `/` for the workspace, or a folder directly below it. */
  readonly at: Path
  /** Where the area lies in the files behind. */
  readonly root: Path
  /** The page itself does what the user may. */
  readonly rights: Readonly<Record<Exclude<Actor, 'studio'>, Right>>
  /** The change that put the area where it is: going back further would empty it. Absent: back to the beginning. */
  readonly since?: number
}

/** Two names of one place: as it is shown, and as it lies in the files behind. */
export interface Place {
  readonly shown: Path
  readonly behind: Path
  readonly mount: Mount
}

export interface MountTableOptions {
  readonly mounts: readonly Mount[]
  /** Files and folders that only a person may change. Asked at every change. */
  readonly locks?: () => readonly Path[]
}

const REACH: Readonly<Record<Right, number>> = { none: 0, read: 1, write: 2 }

/** Which place a path names, and who may do what there. */
export class MountTable {
  readonly mounts: readonly Mount[]
  readonly #locks: () => readonly Path[]

  constructor({ mounts, locks = () => [] }: MountTableOptions) {
    // The deepest first, so that the first that fits is the right one.
    this.mounts = mounts.toSorted((left, right) => right.at.length - left.at.length)
    this.#locks = locks
    if (!mounts.some(({ at }) => at === ROOT)) throw new Error('One mount must be at the root: it is the workspace.')
    const wrong = mounts.find(
      ({ at }, index) => parentOf(at) !== ROOT || mounts.some((other, place) => place !== index && other.at === at),
    )
    if (wrong !== undefined) throw new Error(`A mount must be alone at the root or directly below it, and ${wrong.at} is not.`)
  }

  /** The mounts beside the workspace that an actor may look into. */
  beside(by: By): readonly Mount[] {
    return this.mounts.filter(({ at, rights }) => at !== ROOT && rightOf(rights, by) !== 'none')
  }

  isMountPoint(path: Path): boolean {
    return this.mounts.some(({ at }) => at === path)
  }

  /** Whether a path of the workspace is covered by a mount of the same name. */
  isCovered(path: Path): boolean {
    return this.mounts.some(({ at }) => at !== ROOT && isInside(path, at))
  }

  /** Throws `EACCES` when the actor may not do that much at the path. */
  enter(path: Path, by: By, need: Right): Place {
    const mount = this.mounts.find(({ at }) => isInside(path, at))
    if (mount === undefined) throw new Error('The workspace holds every path.')
    if (REACH[rightOf(mount.rights, by)] < REACH[need]) throw refused(path, by, need)
    if (need === 'write' && by.actor === 'model') this.#refuseLocked(path, (lock) => isInside(path, lock))
    return { shown: path, behind: rebase(path, mount.at, mount.root), mount }
  }

  /** For what reads or writes one file: a mount point is a folder, also while nothing lies behind it. */
  enterFile(path: Path, by: By, need: Right): Place {
    const place = this.enter(path, by, need)
    if (this.isMountPoint(path)) throw isAFolder(path)
    return place
  }

  /** For what puts something at a new path. */
  enterFree(path: Path, by: By): Place {
    const place = this.enter(path, by, 'write')
    if (this.isMountPoint(path)) throw taken(path)
    return place
  }

  /** For what takes a whole folder away: the mount points themselves stay. */
  enterToTake(path: Path, by: By): Place {
    if (path === ROOT) throw rootStays()
    if (this.isMountPoint(path)) {
      throw new FileError('EACCES', path, say('file.area', { path }))
    }
    if (by.actor === 'model') this.#refuseLocked(path, (lock) => isInside(lock, path))
    return this.enter(path, by, 'write')
  }

  /** Where everything below a shown folder lies, as far as the actor may do that much there. */
  areas(folder: Path, by: By, need: Right): readonly Path[] {
    if (folder !== ROOT) return [this.enter(folder, by, need).behind]
    return this.mounts.flatMap(({ root, rights }) => (REACH[rightOf(rights, by)] >= REACH[need] ? [root] : []))
  }

  /** The shown name of a place behind, or nothing when no mount shows it. */
  shown(behind: Path): Path | undefined {
    const shows = this.mounts
      .filter(({ root }) => isInside(behind, root))
      .toSorted((left, right) => right.root.length - left.root.length)
    for (const { at, root } of shows) {
      const path = rebase(behind, root, at)
      if (at !== ROOT || !this.isCovered(path)) return path
    }
    return undefined
  }

  /** A refusal of the files behind, in the words of what is shown. */
  translate(error: unknown): unknown {
    if (!isFileError(error)) return error
    const mounts = this.mounts.filter(({ root }) => root !== ROOT).toSorted((left, right) => right.root.length - left.root.length)
    const sentence = reworded({ message: error.message, ...(error.words && { words: error.words }) }, (text) =>
      mounts.reduce((said, { at, root }) => said.replaceAll(`${root}/`, at === ROOT ? '/' : `${at}/`).replaceAll(root, at), text),
    )
    // The path of a file error is a path, or a text that no path came of.
    return new FileError(error.code, this.shown(error.path as Path) ?? error.path, sentence, { cause: error })
  }

  #refuseLocked(path: Path, concerns: (lock: Path) => boolean): void {
    const lock = this.#locks().find(concerns)
    if (lock === undefined) return
    throw new FileError('EACCES', path, say('file.locked', { path: lock }))
  }
}

function rightOf(rights: Mount['rights'], { actor }: By): Right {
  return rights[actor === 'model' ? 'model' : 'user']
}

export function mountEntry({ at }: Mount): FolderEntry {
  return { type: 'folder', path: at, name: nameOf(at), created: 0, version: 0 }
}

function refused(path: Path, { actor }: By, need: Right): FileError {
  const who = actor === 'model' ? 'model' : 'you'
  return new FileError('EACCES', path, say(need === 'write' ? `file.${who}-no-write` : `file.${who}-no-read`, { path }))
}

/** What the files behind refuse is told with the paths that are shown. */
export async function translated<Result>(table: MountTable, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw table.translate(error)
  }
}

/** Nothing for an entry that a mount covers. */
export function showEntry<Kind extends Entry>(table: MountTable, entry: Kind): readonly Kind[] {
  const path = table.shown(entry.path)
  return path === undefined ? [] : [{ ...entry, path, name: nameOf(path) }]
}

/** For an entry that was reached through a shown path, and so has one. */
export function showWhole<Kind extends Entry>(table: MountTable, entry: Kind): Kind {
  const [shown] = showEntry(table, entry)
  if (shown === undefined) throw new Error(`${entry.path} is not shown.`)
  return shown
}

export function showChange(table: MountTable, { path, from, to, ...change }: FileChange): readonly FileChange[] {
  const shown = table.shown(path)
  const [source, target] = [from && table.shown(from), to && table.shown(to)]
  return shown === undefined ? [] : [{ ...change, path: shown, ...(source && { from: source }), ...(target && { to: target }) }]
}
