import { type By, type FileEntry, type FileSystem, joinPath, nameOf, type Path, parentOf } from '@parley/browser/files'
import { useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { YOU } from '../use-file-tree.ts'
import type { Done } from './undo-note.tsx'

/** Moving and deleting, one or many, with the way back from the last of them. */
export function useUndoable(files: FileSystem, onProblem: (error: unknown) => void) {
  const words = useLateWords()
  const [done, setDone] = useState<Done>()
  const move = async (from: Path, to: Path) => {
    if (from === to) return
    await files
      .move(from, to, YOU)
      .then(() => setDone({ said: words.files.moved({ path: to }), undo: () => files.move(to, from, YOU) }), onProblem)
  }
  const remove = async ({ path, version }: FileEntry) => {
    const undo = () => files.history.restore(path, version, YOU)
    await files.remove(path, YOU).then(() => setDone({ said: words.files.removed({ path }), undo }), onProblem)
  }
  const each = async (paths: readonly Path[], said: string, act: (path: Path, by: By) => Promise<unknown>) => {
    await asOne(files, paths, act).then((call) => setDone({ said, undo: () => takeBack(files, call) }), onProblem)
  }
  const moveInto = async (paths: readonly Path[], folder: Path) => {
    const moved = paths.filter((path) => parentOf(path) !== folder && path !== folder)
    const [only] = moved
    if (only === undefined) return
    if (moved.length === 1) return move(only, joinPath(folder, nameOf(only)))
    const said = words.files.movedMany({ count: moved.length, path: folder })
    await each(moved, said, (path, by) => files.move(path, joinPath(folder, nameOf(path)), by))
  }
  const removeMany = async (paths: readonly Path[]) => {
    const [only = '/'] = paths
    const said = paths.length === 1 ? words.files.removed({ path: only }) : words.files.removedMany({ count: paths.length })
    await each(paths, said, (path, by) => files.remove(path, by, { recursive: true }))
  }
  return { done, forget: () => setDone(undefined), move, remove, moveInto, removeMany }
}

/** All of them or none: what was done before one is refused is taken back. The name by which it can be. */
async function asOne(files: FileSystem, paths: readonly Path[], act: (path: Path, by: By) => Promise<unknown>): Promise<string> {
  const call = `chosen-${(await files.history.now()) + 1}`
  try {
    for (const path of paths) await act(path, { ...YOU, call })
    return call
  } catch (error) {
    await files.history.undo(call, YOU)
    throw error
  }
}

/** What was changed again since stays as it is, and is named. */
async function takeBack(files: FileSystem, call: string): Promise<Path[]> {
  const { conflicts } = await files.history.undo(call, YOU)
  return [...conflicts]
}
