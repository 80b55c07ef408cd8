import { nameOf, type Path, parentOf } from '../path.ts'
import { type LogRecord, placeNode, type StoredNode } from '../store/stored-node.ts'
import { fromColumns, type NodeColumns, toColumns } from './node-columns.ts'

/**
 * What a large folder held when one record of the log was the newest. It is only a short cut: whoever has it and the records
 * after it has the folder.
 */
export interface FolderSnapshot extends NodeColumns {
  readonly sequence: number
}

export function packFolder(sequence: number, nodes: readonly StoredNode[]): FolderSnapshot {
  return { sequence, ...toColumns(nodes) }
}

/** Nothing when the columns do not fit together: then the nodes themselves have to be read. */
export function unpackFolder(folder: Path, snapshot: FolderSnapshot): readonly StoredNode[] | undefined {
  return fromColumns(folder, snapshot)
}

/** Brings the nodes of a folder forward by the records that followed. */
export function replayFolder(folder: Path, nodes: readonly StoredNode[], records: readonly LogRecord[]): readonly StoredNode[] {
  const present = new Map<string, StoredNode>()
  let touched = false
  for (const { path, after } of records.flatMap((record) => record.changes)) {
    if (parentOf(path) !== folder) continue
    if (!touched) for (const node of nodes) present.set(node.name, node)
    touched = true
    const name = nameOf(path)
    if (after === undefined) present.delete(name)
    else present.set(name, placeNode(folder, name, after))
  }
  return touched ? [...present.values()].sort((left, right) => (left.name < right.name ? -1 : 1)) : nodes
}
