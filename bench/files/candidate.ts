export interface Listed {
  readonly path: string
  readonly type: 'file' | 'folder'
  readonly size: number
}

export type TextFile = readonly [path: string, text: string]

/** The work that every candidate does. What it answers is checked, so nobody wins by doing less. */
export interface Shelf {
  /** All in one go, durable to the same degree as one transaction when it resolves. */
  writeBatch(files: readonly TextFile[]): Promise<void>
  writeOne(path: string, text: string): Promise<void>
  readAll(paths: readonly string[]): Promise<readonly string[]>
  /** Directly in the folder, with type and size. */
  list(folder: string): Promise<readonly Listed[]>
  /** Everything below the folder, with type and size. */
  tree(folder: string): Promise<readonly Listed[]>
  writeBytes(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  readBytes(path: string): Promise<Uint8Array>
  close(): Promise<void> | void
}

export interface Candidate {
  readonly name: string
  /** Opens the database called `name`, as it was left. */
  open(name: string): Promise<Shelf>
}
