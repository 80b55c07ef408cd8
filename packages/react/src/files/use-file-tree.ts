import { type Entry, type FileSystem, ROOT } from '@parley/browser/files'
import { useEffect, useState } from 'react'

export const YOU = { actor: 'user' } as const

/** Every file and folder, ordered by path; follows changes of this tab and others. */
export function useFileTree(files: FileSystem): readonly Entry[] | undefined {
  const [entries, setEntries] = useState<readonly Entry[]>()
  useEffect(() => {
    let left = false
    const read = async () => {
      const tree = await files.tree(ROOT, YOU)
      if (!left) setEntries(tree)
    }
    void read()
    const end = files.watch(() => void read())
    return () => {
      left = true
      end()
    }
  }, [files])
  return entries
}
