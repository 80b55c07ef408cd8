import type { Entry, FileSystem, FileVersion } from '@parley/browser/files'
import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useLanguage } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { YOU } from './use-file-tree.ts'

/** The last content of every file that was deleted not long ago and is not there again. */
async function findDeleted(files: FileSystem, present: readonly Entry[]): Promise<readonly FileVersion[]> {
  const there = new Set<string>(present.map((entry) => entry.path))
  const operations = await files.history.operations()
  const gone = new Set(operations.filter(({ operation }) => operation === 'remove').flatMap(({ paths }) => paths))
  const lost = [...gone].filter((path) => !there.has(path))
  const versions = await Promise.all(lost.map((path) => files.history.versions(path, YOU)))
  return versions.flatMap(([newest]) => newest ?? [])
}

interface DeletedFilesProps {
  readonly files: FileSystem
  readonly entries: readonly Entry[]
  readonly onProblem: (error: unknown) => void
}

/** What was deleted, and the way back. */
export function DeletedFiles({ files, entries, onProblem }: DeletedFilesProps) {
  const words = useLateWords()
  const language = useLanguage()
  const [found, setFound] = useState<readonly FileVersion[]>([])
  useEffect(() => {
    let left = false
    void findDeleted(files, entries).then((versions) => {
      if (!left) setFound(versions)
      return versions
    })
    return () => {
      left = true
    }
  }, [files, entries])
  if (found.length === 0) return null
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <details className="border-t border-line pt-1 text-[13px]">
      <summary className="parley-summary min-h-9 rounded-lg px-1 py-2 text-soft hover:bg-well">
        {words.files.deleted({ count: found.length })}
      </summary>
      <ul>
        {found.map(({ entry, time }) => (
          <li key={entry.path} className="flex items-center gap-2 py-1 pl-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-mono text-xs">{entry.path}</span>
              <span className="block text-xs text-faint">{when.format(time)}</span>
            </span>
            <Button onClick={() => void files.history.restore(entry.path, entry.version, YOU).catch(onProblem)}>
              <RotateCcw aria-hidden="true" className="size-3.5" />
              <Named shown={words.files.restore} spoken={words.files.bringBack({ path: entry.path })} />
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
