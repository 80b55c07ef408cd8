import type { FileHistory } from './file-history.ts'
import type { Path } from './path.ts'

/** `studio`: the page itself, which puts files in place that nobody asked for. */
export type Actor = 'model' | 'user' | 'studio'

/** Who asks for an operation. Rights are looked up by it and every change is recorded with it. */
export interface By {
  readonly actor: Actor
  /** The tool call that the change belongs to. Absent when a person acted directly. */
  readonly call?: string
}

/** Reading gives text for every content that is valid UTF-8, and bytes for any other, whichever way it was written. */
export type FileData = string | Uint8Array<ArrayBuffer>

export interface FileEntry {
  readonly type: 'file'
  readonly path: Path
  readonly name: string
  /** Bytes; text is counted as UTF-8. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  readonly created: number
  /** The number of the change that made this content. Only ever grows. */
  readonly version: number
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string
  /** Whether the content is no use as text: it is not valid UTF-8, or has zero bytes. */
  readonly binary: boolean
  /** Who changed it last. */
  readonly by: By
}

export interface FolderEntry {
  readonly type: 'folder'
  readonly path: Path
  /** Empty for the root. */
  readonly name: string
  readonly created: number
  readonly version: number
}

export type Entry = FileEntry | FolderEntry

export interface FileContent {
  readonly entry: FileEntry
  readonly data: FileData
}

export interface WriteOptions {
  /** The version the new content was built upon, or `absent` for a file that must be new. Another one refuses with `ESTALE` or `EEXIST`. */
  readonly expect?: number | 'absent'
}

export interface FileToWrite extends WriteOptions {
  readonly path: Path
  readonly data: FileData
}

export interface Written {
  readonly entry: FileEntry
  /** What was overwritten; it stays in the history. Absent when the file is new. */
  readonly replaced?: FileEntry
}

export interface RemoveOptions {
  /** Removes a folder with everything in it. Without it a folder that is not empty refuses with `ENOTEMPTY`. */
  readonly recursive?: boolean
}

/** One path that is not what it was. A moved file is two: gone from `path` with `to`, and there at `path` with `from`. */
export interface FileChange {
  readonly kind: 'created' | 'changed' | 'removed'
  readonly type: 'file' | 'folder'
  readonly path: Path
  readonly from?: Path
  readonly to?: Path
  readonly version: number
  readonly time: number
  readonly by: By
}

/**
 * A file system with a history. Every operation happens whole or not at all; what is refused throws a `FileError` and has
 * changed nothing. `list` and `tree` are ordered by folder, then name.
 */
export interface FileSystem {
  stat(path: Path, by: By): Promise<Entry>
  /** What lies directly in a folder. */
  list(path: Path, by: By): Promise<readonly Entry[]>
  /** Everything below a folder, without the folder. */
  tree(path: Path, by: By): Promise<readonly Entry[]>
  read(path: Path, by: By): Promise<FileContent>
  /** Many files in one go; a path that is not a file comes back as `undefined`. */
  readMany(paths: readonly Path[], by: By): Promise<readonly (FileContent | undefined)[]>
  /** Creates the folders above. Replaces the whole file. */
  write(path: Path, data: FileData, by: By, options?: WriteOptions): Promise<Written>
  /** All of them or none. */
  writeMany(files: readonly FileToWrite[], by: By): Promise<readonly Written[]>
  /** Creates the folders above; a folder that is there already is left alone. */
  mkdir(path: Path, by: By): Promise<FolderEntry>
  /** `to` is the new path itself and must not exist. Creates the folders above it. */
  move(from: Path, to: Path, by: By): Promise<Entry>
  /** Like `move`, and leaves the original. */
  copy(from: Path, to: Path, by: By): Promise<Entry>
  remove(path: Path, by: By, options?: RemoveOptions): Promise<void>
  /**
   * Calls back once per operation with what it changed, in order, also for operations of other tabs, from now on.
   * Returns the function that ends it.
   */
  watch(listener: (changes: readonly FileChange[]) => void): () => void
  readonly history: FileHistory
  /** Lets go of the database and of other tabs. Nothing may be called afterwards. */
  close(): void
}
