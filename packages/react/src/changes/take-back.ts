import type { By, FileSystem } from '@parley/browser/files'
import { diffLines } from 'diff/lib/diff/line.js'
import type { Side, TurnChange } from './turn-changes.ts'

const LIMIT_MS = 400

/** Counted from 0; `to` is the first that is not meant. */
export interface Passages {
  readonly from: number
  readonly to: number
}

/** Makes a file what it was before the turn. Refused when somebody has changed it in the meantime. */
export async function takeBackFile(files: FileSystem, { path, before, after }: TurnChange, by: By): Promise<void> {
  if (before.kind === 'text') await files.write(path, before.text, by, { expect: versionOf(after) })
  else if (before.kind === 'binary') await files.history.restore(path, before.version, by)
  else await files.remove(path, by)
}

const versionOf = (side: Side): number | 'absent' => (side.kind === 'absent' ? 'absent' : side.version)

/** Takes back some of the changed passages of a file and leaves the others. */
export async function takeBackPassages(
  files: FileSystem,
  { path, before, after }: TurnChange,
  passages: Passages,
  by: By,
): Promise<void> {
  if (before.kind !== 'text' || after.kind !== 'text') return
  const text = withoutPassages(before.text, after.text, passages)
  if (text !== undefined) await files.write(path, text, by, { expect: after.version })
}

/**
 * `after` with these passages as they were before. A passage is what changed between two lines
 * that did not. `undefined` when the texts are too different to compare in time.
 */
export function withoutPassages(before: string, after: string, { from, to }: Passages): string | undefined {
  return mixed(before, after, (passage) => passage >= from && passage < to)
}

/** `before` with these passages as they are after it. */
export function onlyPassages(before: string, after: string, { from, to }: Passages): string | undefined {
  return mixed(before, after, (passage) => passage < from || passage >= to)
}

function mixed(before: string, after: string, isBefore: (passage: number) => boolean): string | undefined {
  const changes = diffLines(before, after, { timeout: LIMIT_MS })
  if (!changes) return undefined
  let passage = -1
  let wasSame = true
  let text = ''
  for (const { added, removed, value } of changes) {
    const isSame = !added && !removed
    if (!isSame && wasSame) passage += 1
    wasSame = isSame
    if (isSame || (isBefore(passage) ? removed : added)) text += value
  }
  return text
}
