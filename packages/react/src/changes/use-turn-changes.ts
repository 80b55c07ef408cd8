import type { FileSystem } from '@parley/browser/files'
import { useEffect, useState } from 'react'
import { type TurnChange, turnChanges } from './turn-changes.ts'

/** What is left of the changes of these calls, as the files change. */
export function useTurnChanges(files: FileSystem, calls: string, onProblem: (error: unknown) => void) {
  const [changes, setChanges] = useState<readonly TurnChange[]>()
  useEffect(() => {
    let left = false
    const read = () =>
      turnChanges(files, calls.split('\n')).then((found) => {
        if (!left) setChanges(found)
        return found
      }, onProblem)
    void read()
    const end = files.watch(() => void read())
    return () => {
      left = true
      end()
    }
  }, [files, calls, onProblem])
  return changes
}
