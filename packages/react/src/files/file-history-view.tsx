import type { FileEntry, FileSystem, FileVersion } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { DiffView } from '../code/diff-view.tsx'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { useLanguage } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { useFileText } from './use-file-text.ts'
import { YOU } from './use-file-tree.ts'

function useVersions(files: FileSystem, { path, version }: FileEntry): readonly FileVersion[] {
  const [known, setKnown] = useState<{ readonly at: number; readonly versions: readonly FileVersion[] }>()
  useEffect(() => {
    let left = false
    void files.history.versions(path, YOU).then((found) => {
      if (!left) setKnown({ at: version, versions: found })
      return found
    })
    return () => {
      left = true
    }
  }, [files, path, version])
  return known?.versions ?? []
}

/** Every content the file had, who made it, and the way back to it. */
export function FileHistoryView({ files, entry }: { readonly files: FileSystem; readonly entry: FileEntry }) {
  const words = useLateWords()
  const versions = useVersions(files, entry)
  const [compared, setCompared] = useState<{ readonly version: number; readonly text: string }>()
  const [problem, setProblem] = useState<string | Sentence>()
  const fail = (error: unknown) => setProblem(errorSentence(error))
  const compare = (version: number) => {
    files.history.readVersion(entry.path, version, YOU).then(({ data }) => {
      if (typeof data === 'string') setCompared({ version, text: data })
      return data
    }, fail)
  }
  return (
    <div className="space-y-3">
      <Problem text={problem} />
      <ol className="divide-y divide-line">
        {versions.map((version) => (
          <VersionRow
            key={version.entry.version}
            version={version}
            current={version.entry.version === entry.version}
            onCompare={() => compare(version.entry.version)}
            onRestore={() => void files.history.restore(entry.path, version.entry.version, YOU).catch(fail)}
          />
        ))}
      </ol>
      {compared && (
        <div>
          <p className="mb-1 text-xs text-faint">{words.files.comparing({ version: compared.version })}</p>
          <Comparison files={files} entry={entry} before={compared.text} />
        </div>
      )}
    </div>
  )
}

function Comparison({
  files,
  entry,
  before,
}: {
  readonly files: FileSystem
  readonly entry: FileEntry
  readonly before: string
}) {
  const now = useFileText(files, entry)
  const [compact, setCompact] = useState(true)
  const [open, setOpen] = useState(false)
  if (now.kind !== 'text') return null
  return (
    <DiffView
      path={entry.path}
      before={before}
      after={now.text}
      compact={compact}
      onToggleCompact={() => setCompact(!compact)}
      open={open}
      onOpen={() => setOpen(true)}
    />
  )
}

interface VersionRowProps {
  readonly version: FileVersion
  readonly current: boolean
  readonly onCompare: () => void
  readonly onRestore: () => void
}

function VersionRow({ version, current, onCompare, onRestore }: VersionRowProps) {
  const words = useLateWords()
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(version.time)
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 text-[13px]">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block">
          {words.files.changedBy[version.by.actor]}
          {current && <span className="ml-2 rounded bg-parley-wash px-1.5 text-xs text-parley">{words.files.current}</span>}
        </span>
        <span className="block text-xs text-faint">
          {time} · {words.size(version.entry.size)}
        </span>
      </span>
      {!current && (
        <span className="flex gap-2">
          <Button onClick={onCompare}>{words.files.compare}</Button>
          <Button onClick={onRestore}>{words.files.restore}</Button>
        </span>
      )}
    </li>
  )
}
