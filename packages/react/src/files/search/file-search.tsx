import type { Entry, FileSystem, Path } from '@parley/browser/files'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { type FoundLine, findInFiles, MOST_FOUND } from './find-in-files.ts'

interface FileSearchProps {
  readonly files: FileSystem
  readonly entries: readonly Entry[]
  readonly onOpen: (path: Path) => void
  /** What stands there as long as nothing is searched. */
  readonly children: ReactNode
}

const WAIT_MS = 150

/** A field that searches names and texts, and what it finds in place of the files. */
export function FileSearch({ files, entries, onOpen, children }: FileSearchProps) {
  const words = useLateWords()
  const [text, setText] = useState('')
  const found = useFound(files, entries, text.trim())
  return (
    <>
      <label className="flex min-h-9 items-center gap-2 rounded-lg border border-line px-2.5 text-[13px] focus-within:border-parley pointer-coarse:min-h-11">
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <input
          type="search"
          value={text}
          aria-label={words.files.search}
          placeholder={words.files.search}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint"
        />
      </label>
      {text.trim() === '' ? children : <Found found={found} onOpen={onOpen} />}
    </>
  )
}

function useFound(files: FileSystem, entries: readonly Entry[], text: string): readonly FoundLine[] | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly lines: readonly FoundLine[] }>()
  useEffect(() => {
    if (text === '') return
    const left = new AbortController()
    const search = async () => {
      const lines = await findInFiles(files, entries, text, left.signal)
      if (!left.signal.aborted) setFound({ text, lines })
    }
    const timer = setTimeout(() => void search().catch(() => undefined), WAIT_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [files, entries, text])
  return found?.text === text ? found.lines : undefined
}

interface FoundProps {
  /** Absent: it is still searched. */
  readonly found: readonly FoundLine[] | undefined
  readonly onOpen: (path: Path) => void
}

function Found({ found, onOpen }: FoundProps) {
  const words = useLateWords()
  const said =
    found &&
    (found.length > MOST_FOUND ? words.files.foundMany({ count: MOST_FOUND }) : words.files.found({ count: found.length }))
  return (
    <>
      <p role="status" className="text-xs text-soft">
        {said ?? words.files.searching}
      </p>
      <ul className="min-h-0 flex-1 overflow-y-auto" data-testid="found-in-files">
        {found?.slice(0, MOST_FOUND).map(({ path, line, before, found: hit, after }, index) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => onOpen(path)}
              className="w-full rounded-lg px-2 py-1.5 text-left text-[13px] hover:bg-well pointer-coarse:min-h-11"
            >
              <span className="block truncate font-mono text-xs text-soft">
                <Characters text={path} />
                {line !== undefined && `:${line}`}
              </span>
              <span className="block truncate font-mono">
                <Characters text={before} />
                <mark className="rounded bg-parley-wash text-parley">
                  <Characters text={hit} />
                </mark>
                <Characters text={after} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
