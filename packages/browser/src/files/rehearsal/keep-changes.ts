import { isFileError } from '../file-error.ts'
import type { FileSystem, FileToWrite } from '../file-system.ts'
import type { Path } from '../path.ts'
import { type CopyState, LOOKING, orNothing } from './copy-tables.ts'
import { type Difference, originOf } from './net-changes.ts'

interface Keeping {
  readonly state: CopyState
  readonly original: FileSystem
  readonly copy: FileSystem
}

/**
 * Makes the original what the copy is, at the given places, each in the name of the call that changed it. What was only moved or copied
 * is moved or copied again, whatever its size. What the original refuses is left: whoever compares afterwards knows. A page that is lost
 * in between loses nothing, for what was kept is no difference any more.
 */
export async function keepChanges(found: readonly Difference[], keeping: Keeping): Promise<void> {
  const { original } = keeping
  const transferred = await transfer(found, keeping)
  for (const { row } of found.filter((one) => isGone(one, 'file'))) await unlessRefused(original.remove(row.path, row.by))
  for (const { row } of found.filter((one) => isGone(one, 'folder')).toSorted(deepestFirst))
    await unlessRefused(original.remove(row.path, row.by))
  for (const { row } of found) if (row.node?.type === 'folder') await unlessRefused(original.mkdir(row.path, row.by))
  const written = found.filter(({ row }) => row.node?.type === 'file' && !transferred.has(row.path))
  for (const batch of batchesOf(written)) await writeBatch(batch, keeping)
}

const isGone = ({ row, there }: Difference, type: 'file' | 'folder'): boolean => there?.type === type && row.node?.type !== type
const deepestFirst = (left: Difference, right: Difference): number => right.row.path.length - left.row.path.length

/** Copies before moves: a file may be both. Tells which are in place. */
async function transfer(found: readonly Difference[], { state, original }: Keeping): Promise<ReadonlySet<Path>> {
  const leaving = new Set(found.filter((one) => isGone(one, 'file')).map(({ row }) => row.path))
  const done = new Set<Path>()
  for (const verb of ['copy', 'move'] as const) {
    for (const { row, there } of found) {
      const from = there === undefined ? originOf(row, state)?.path : undefined
      if (from === undefined || (verb === 'move') !== leaving.has(from)) continue
      const source = await orNothing(original.stat(from, LOOKING))
      if (source?.type !== 'file' || row.node?.type !== 'file' || source.hash !== row.node.hash) continue
      if (await unlessRefused(original[verb](from, row.path, row.by))) done.add(row.path)
      // Whoever else has the same content copies it.
      if (verb === 'move') leaving.delete(from)
    }
  }
  return done
}

const BATCH = 64

/** Files that the same call wrote, a few at a time: their contents are in memory together. */
function batchesOf(found: readonly Difference[]): readonly (readonly Difference[])[] {
  const batches: Difference[][] = []
  for (const difference of found.toSorted((left, right) => compare(nameOfActor(left), nameOfActor(right)))) {
    const last = batches.at(-1)
    const first = last?.[0]
    if (last && first && last.length < BATCH && nameOfActor(first) === nameOfActor(difference)) last.push(difference)
    else batches.push([difference])
  }
  return batches
}

const nameOfActor = ({ row: { by } }: Difference): string => `${by.actor} ${by.call ?? ''}`
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

async function writeBatch(batch: readonly Difference[], { original, copy }: Keeping): Promise<void> {
  const [first] = batch
  if (!first) return
  const contents = await copy.readMany(
    batch.map(({ row }) => row.path),
    LOOKING,
  )
  const files = batch.flatMap(({ row, there }, index): FileToWrite | [] => {
    const content = contents[index]
    return content ? { path: row.path, data: content.data, expect: there?.type === 'file' ? there.version : 'absent' } : []
  })
  const { by } = first.row
  if (await unlessRefused(original.writeMany(files, by))) return
  for (const { path, data, expect } of files)
    await unlessRefused(original.write(path, data, by, expect === undefined ? {} : { expect }))
}

/** Whether it was done. A place that the original refuses keeps nobody from keeping the others. */
async function unlessRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!isFileError(error) || error.code === 'ENOSPC') throw error
    return false
  }
}
