import type { By, Entry, FileContent, FileEntry } from './file-system.ts'
import type { Path } from './path.ts'

/** One content that a file had. */
export interface FileVersion {
  readonly entry: FileEntry
  readonly time: number
  readonly by: By
  /** What made it: a write, a move to this path, a copy, the undoing of something. */
  readonly operation: Operation
  /** The path it had at that time, when the file has moved since. */
  readonly formerPath?: Path
}

export type Operation = 'write' | 'mkdir' | 'move' | 'copy' | 'remove' | 'restore' | 'undo'

/** Everything one operation did, as it stands in the log. */
export interface LoggedOperation {
  readonly version: number
  readonly operation: Operation
  readonly time: number
  readonly by: By
  readonly paths: readonly Path[]
}

export interface Undone {
  readonly restored: readonly Path[]
  /** Paths that were changed again after the call; they were left alone. */
  readonly conflicts: readonly Path[]
}

export interface BlamedLine {
  readonly text: string
  readonly version: number
  readonly time: number
  readonly by: By
}

export interface RetentionLimits {
  /** Bytes that old contents may take. */
  readonly maxBytes?: number
  /** Milliseconds that an old content is kept. */
  readonly maxAge?: number
}

export interface HistorySize {
  /** Records in the log. A huge operation takes several. */
  readonly records: number
  /** Bytes that old contents take, without the present ones. */
  readonly bytes: number
}

export interface FileHistory {
  /** Every content of the file that is still kept, newest first; follows the file through moves. Empty when nothing is known. */
  versions(path: Path, by: By): Promise<readonly FileVersion[]>
  /** The content of one version of the file at `path`. `ENOENT` when retention has removed it. */
  readVersion(path: Path, version: number, by: By): Promise<FileContent>
  /** What changed from one version of a text file to another, as a unified diff. */
  diff(path: Path, from: number, to: number, by: By): Promise<string>
  /** Makes an old content the present one, as a new version. */
  restore(path: Path, version: number, by: By): Promise<Entry>
  /** The newest version number: a moment to come back to with `restoreAll`. */
  now(): Promise<number>
  /** The newest version at a time of the clock, for people who think in hours. */
  versionAt(time: number): Promise<number>
  /** Brings everything below `root` back to what it was when `version` was the newest. */
  restoreAll(root: Path, version: number, by: By): Promise<Undone>
  /** Takes back everything one tool call changed below the given folders, except what was changed again since. */
  undo(call: string, by: By, within?: readonly Path[]): Promise<Undone>
  /** The newest operations first. */
  operations(options?: { readonly within?: readonly Path[]; readonly limit?: number }): Promise<readonly LoggedOperation[]>
  /** Who wrote each line of a text file. */
  blame(path: Path, by: By): Promise<readonly BlamedLine[]>
  size(): Promise<HistorySize>
  /** Forgets the oldest operations until the limits hold. Present files are never touched. */
  retain(limits: RetentionLimits): Promise<HistorySize>
}
