import type { FileData } from '../file-system.ts'
import { placeNode, type StoredNode } from '../store/stored-node.ts'
import { fromColumns, type NodeColumns, toColumns } from './node-columns.ts'

/**
 * Neighbours of one folder in one record of the node store, contents and all. It lies where the last of them would lie by itself:
 *
 *     [folder, 'c'] → a b c        [folder, 'f'] → d e f        [folder, 'g'] → g
 *
 * so the first record at or after a name is the one that the name is in, and the records of a folder in order are its nodes in
 * order. Nothing else of the folder may lie between the first and the last of a pack.
 */
interface NodePack extends NodeColumns {
  readonly type: 'pack'
  readonly parent: string
  /** Of the last node. */
  readonly name: string
  /** Of the nodes, one by one. `undefined` for folders and large files. */
  readonly contents: readonly (FileData | undefined)[]
}

/** What lies under one key of the node store. */
export type NodeRecord = StoredNode | NodePack

export interface PackOptions {
  /** A new folder that begins with fewer nodes has none. */
  readonly least?: number
  /** How many nodes lie in one. */
  readonly most?: number
}

/** A new folder that begins with fewer nodes has no packs. */
export const PACKED_FROM = 16
const MOST = 32
// Who wants one of the files reads all of them.
const MAX_BYTES = 32_768
/** When a fourth of what lies between the first and the last change is new, nothing of it is kept where it is. */
const REPACKED_SHARE = 4

/** Puts the nodes of a folder that holds nothing else, in the order of their names, into records. */
export function packNodes(
  nodes: readonly StoredNode[],
  { least = PACKED_FROM, most = MOST }: PackOptions = {},
): readonly NodeRecord[] {
  if (nodes.length < least) return nodes
  const records: NodeRecord[] = []
  let run: StoredNode[] = []
  let bytes = 0
  const end = () => {
    records.push(...packRun(run))
    run = []
    bytes = 0
  }
  for (const node of nodes) {
    const size = contentIn(node) === undefined ? 0 : sizeOf(node)
    if (run.length === most || bytes + size > MAX_BYTES) end()
    run.push(node)
    bytes += size
  }
  end()
  return records
}

/** The nodes of some records in the order of the records. */
export function unpackNodes(records: readonly NodeRecord[]): readonly StoredNode[] {
  // Nearly always there is none, and then nothing has to be copied.
  if (!records.some(isPack)) return records as readonly StoredNode[]
  return records.flatMap((record) => (isPack(record) ? unpack(record) : [record]))
}

/**
 * Changes nodes in a folder, by name. `present` is every record that one of them is in or would be in, and what is between. When
 * much of that changes, all of it is packed anew; otherwise the packs are split where something changes.
 */
export function rearrange(
  present: readonly NodeRecord[],
  changes: ReadonlyMap<string, StoredNode | undefined>,
  options: PackOptions = {},
): { readonly records: readonly NodeRecord[]; readonly gone: readonly string[] } {
  const put = [...changes.values()].filter((node) => node !== undefined)
  const last = [...changes.keys()].reduce((left, right) => (left > right ? left : right), '')
  const between = present.filter((record) => firstNameIn(record) <= last)
  const nodes = unpackNodes(between)
  if (put.length < (options.least ?? PACKED_FROM) || put.length * REPACKED_SHARE < nodes.length) {
    const names = new Set(changes.keys())
    const records = [...between.flatMap((record) => splitPack(record, names)), ...put]
    // Whatever else is removed was in a pack, and is not in what is left of it.
    const gone = between.flatMap(({ name }) => (names.has(name) && changes.get(name) === undefined ? [name] : []))
    return { records, gone }
  }
  const after = new Map<string, StoredNode | undefined>([...nodes.map((node) => [node.name, node] as const), ...changes])
  const records = packNodes(sortByName(after.values()), options)
  const kept = new Set(records.map((record) => record.name))
  return { records, gone: between.flatMap(({ name }) => (kept.has(name) ? [] : [name])) }
}

/** In the order of the keys, which is that of the code units. */
export function sortByName(nodes: Iterable<StoredNode | undefined>): readonly StoredNode[] {
  return [...nodes].filter((node) => node !== undefined).sort((left, right) => (left.name < right.name ? -1 : 1))
}

/** What lies in a pack beside some names, which may be in it or belong between what is in it. Nothing for what is no such pack. */
export function splitPack(record: NodeRecord, names: ReadonlySet<string>): readonly NodeRecord[] {
  if (!isPack(record)) return []
  const first = firstNameIn(record)
  const cuts = [...names].filter((name) => first <= name && name <= record.name).sort()
  if (cuts.length === 0) return []
  const runs = new Map<number, StoredNode[]>()
  let passed = 0
  for (const node of unpack(record)) {
    while (passed < cuts.length && (cuts[passed] ?? '') <= node.name) passed++
    if (names.has(node.name)) continue
    const run = runs.get(passed)
    if (run === undefined) runs.set(passed, [node])
    else run.push(node)
  }
  return [...runs.values()].flatMap(packRun)
}

/** Neighbours in one record, if there are any. */
function packRun(run: readonly StoredNode[]): readonly NodeRecord[] {
  const last = run.at(-1)
  if (last === undefined || run.length === 1) return run
  return [{ type: 'pack', parent: last.parent, name: last.name, ...toColumns(run), contents: run.map(contentIn) }]
}

function unpack(pack: NodePack): readonly StoredNode[] {
  const nodes = fromColumns(pack.parent, pack)
  if (nodes?.length !== pack.contents.length) throw new Error(`The files up to ${pack.name} in ${pack.parent} are damaged.`)
  return nodes.map((node, index) => {
    const content = pack.contents[index]
    return content === undefined ? node : placeNode(node.parent, node.name, node, content)
  })
}

function firstNameIn(record: NodeRecord): string {
  return isPack(record) ? (record.names.split('/', 1)[0] ?? '') : record.name
}

function isPack(record: NodeRecord): record is NodePack {
  return record.type === 'pack'
}

function contentIn(node: StoredNode): FileData | undefined {
  return node.type === 'file' ? node.content : undefined
}

function sizeOf(node: StoredNode): number {
  return node.type === 'file' ? node.size : 0
}
