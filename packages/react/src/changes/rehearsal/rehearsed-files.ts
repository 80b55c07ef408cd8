import type { FileContent, Path } from '@parley/browser/files'
import type { MergedPiece, Rehearsal } from '@parley/browser/rehearsal'
import { useEffect, useState } from 'react'
import { onlyPassages, type Passages, withoutPassages } from '../take-back.ts'
import type { Side } from '../turn-changes.ts'

/** A file as it is and as the rehearsal has it, or as both together would be. */
export interface RehearsedFile {
  readonly path: Path
  readonly original: FileContent | undefined
  readonly before: Side
  readonly after: Side
  /** It was changed meanwhile: what both sides made of it. Absent: it was not, or cannot be merged. */
  readonly merged?: readonly MergedPiece[]
}

const sideOf = (content: FileContent | undefined): Side => {
  if (!content) return { kind: 'absent' }
  const { data, entry } = content
  return typeof data === 'string'
    ? { kind: 'text', text: data, version: entry.version }
    : { kind: 'binary', hash: entry.hash, version: entry.version }
}

export async function readRehearsed(rehearsal: Rehearsal, path: Path, isStale: boolean): Promise<RehearsedFile> {
  const { original, copy } = await rehearsal.sides(path)
  const merged = isStale ? await rehearsal.merge(path) : undefined
  const agreed = merged && agreedText(merged, [])
  const after = sideOf(copy)
  return {
    path,
    original,
    before: sideOf(original),
    after: agreed !== undefined && after.kind === 'text' ? { ...after, text: agreed } : after,
    ...(merged && { merged }),
  }
}

/** Whose words stand where both sides changed the same lines. */
export type ConflictChoice = 'original' | 'copy' | 'both'

/** The text that the choices make. Undefined: one of them is missing. */
export function agreedText(pieces: readonly MergedPiece[], choices: readonly (ConflictChoice | undefined)[]): string | undefined {
  let place = 0
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'agreed') {
      text += piece.text
      continue
    }
    const choice = choices[place++]
    if (choice === undefined) return undefined
    text += choice === 'copy' ? '' : piece.original
    text += choice === 'original' ? '' : piece.copy
  }
  return text
}

/** Puts some passages of the copy into the original, and leaves the others waiting. */
export async function keepPassages(rehearsal: Rehearsal, file: RehearsedFile, passages: Passages) {
  const { path, original, before, after } = file
  if (!original || before.kind !== 'text' || after.kind !== 'text') return undefined
  const text = onlyPassages(before.text, after.text, passages)
  return text === undefined ? undefined : await rehearsal.keepText(path, text, original.entry)
}

/** Takes some passages out of the copy. */
export async function discardPassages(rehearsal: Rehearsal, { path, before, after }: RehearsedFile, passages: Passages) {
  if (before.kind !== 'text' || after.kind !== 'text') return
  const text = withoutPassages(before.text, after.text, passages)
  if (text !== undefined) await rehearsal.changeCopy(path, text)
}

/** What is read of a rehearsal, and read again whenever it changes. */
export function useRehearsed<Read>(
  rehearsal: Rehearsal | undefined,
  read: (rehearsal: Rehearsal) => Promise<Read>,
  onProblem: (error: unknown) => void,
): Read | undefined {
  const [found, setFound] = useState<{ readonly by: unknown; readonly what: Read }>()
  useEffect(() => {
    if (!rehearsal) return undefined
    let left = false
    let latest = 0
    const look = () => {
      const turn = ++latest
      read(rehearsal).then((what) => left || turn !== latest || setFound({ by: read, what }), onProblem)
    }
    look()
    const end = rehearsal.watch(look)
    return () => {
      left = true
      end()
    }
  }, [rehearsal, read, onProblem])
  return found?.by === read ? found.what : undefined
}
