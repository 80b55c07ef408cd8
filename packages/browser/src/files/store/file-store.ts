import type { StoredContent } from '../file-content.ts'
import type { Path } from '../path.ts'
import type { LogRecord, StoredNode } from './stored-node.ts'

/** What can be looked up inside one transaction. Only these promises may be awaited there: anything else ends it. */
export interface FileTables {
  /** With its content, if that is small. */
  node(path: Path): Promise<StoredNode | undefined>
  /** The same, but perhaps without the content. */
  bareNode(path: Path): Promise<StoredNode | undefined>
  blob(hash: string): Promise<StoredContent | undefined>
  /** Directly in the folder, by name, perhaps without contents. */
  bareChildren(folder: Path): Promise<readonly StoredNode[]>
  /** Everything below the folder, by folder and name, perhaps without contents. */
  bareBelow(folder: Path): Promise<readonly StoredNode[]>
  /** Everything below the folder, each with its content, if that is small. */
  below(folder: Path): Promise<readonly StoredNode[]>
  /** The newest record, as far as the next one depends on it. Zeros when nothing was ever logged. */
  logEnd(): Promise<LogEnd>
  /** Its number alone, which is cheaper. */
  lastSequence(): Promise<number>
  record(sequence: number): Promise<LogRecord | undefined>
  /** Every record that names the path, oldest first. */
  recordsOf(path: Path): Promise<readonly LogRecord[]>
  /** The numbers of the same records, without reading them. */
  sequencesOf(path: Path): Promise<readonly number[]>
  recordsOfCall(call: string): Promise<readonly LogRecord[]>
  /** Oldest first, at most `limit`. */
  recordsAfter(sequence: number, limit?: number): Promise<readonly LogRecord[]>
  /** Newest first, at most `limit`, only those below the sequence `below` if it is given. */
  newestRecords(limit: number, below?: number): Promise<readonly LogRecord[]>
  /** Whether any present file or kept record still names the large content. */
  isBlobUsed(hash: string): Promise<boolean>
  meta(name: MetaName): Promise<number | undefined>
}

export type LogEnd = Pick<LogRecord, 'sequence' | 'total'>

export type MetaName = 'schema' | 'forgotten'

/** What is to be at a place, and what was there. */
export interface NodeChange {
  readonly node: StoredNode | undefined
  readonly before: StoredNode | undefined
}

export interface WritableFileTables extends FileTables {
  /** `before` is the node that was there. */
  putNode(node: StoredNode, before?: StoredNode): void
  removeNode(node: StoredNode): void
  /** A new folder that begins with at least so many nodes is `packed`, and given to `fillFolder`. */
  readonly packedFrom: number
  /** Everything in a new folder, by name. */
  fillFolder(nodes: readonly StoredNode[]): void
  /** Puts and removes nodes of a `packed` folder, by name: everything that the transaction changes in it. */
  changePacked(folder: Path, changes: ReadonlyMap<string, NodeChange>): Promise<void>
  putBlob(hash: string, content: StoredContent): void
  removeBlob(hash: string): void
  addRecord(record: LogRecord): void
  /** Every record up to and including `sequence`. */
  removeRecords(sequence: number): void
  putMeta(name: MetaName, value: number): void
}

/** Where nodes, contents and the log are kept. A transaction that throws has changed nothing. */
export interface FileStore {
  read<Result>(work: (tables: FileTables) => Promise<Result>): Promise<Result>
  change<Result>(work: (tables: WritableFileTables) => Promise<Result>): Promise<Result>
  close(): void
}
