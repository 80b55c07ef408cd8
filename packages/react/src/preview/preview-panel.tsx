import { type FileEntry, type FileSystem, parsePath } from '@parley/browser/files'
import { useId } from 'react'
import { useFileTree } from '../files/use-file-tree.ts'
import { useLateWords } from '../language/late-words.ts'
import { CsvView } from './csv-view.tsx'
import { HtmlView } from './html-view.tsx'
import { kindOfPath } from './kind-of-path.ts'
import { ImageView, MarkdownView, TextView, type ViewProps } from './plain-views.tsx'

interface PreviewPanelProps {
  readonly files: FileSystem
  /** Absent: what can be shown and was changed last. */
  readonly path: string | undefined
  readonly onPath: (path: string) => void
}

/** A file in the way that its name asks for. */
function FileLook(props: ViewProps) {
  switch (kindOfPath(props.entry.path)) {
    case 'html':
      return <HtmlView {...props} />
    case 'csv':
      return <CsvView {...props} />
    case 'image':
      return <ImageView {...props} />
    case 'markdown':
      return <MarkdownView {...props} />
    case 'text':
      return <TextView {...props} />
  }
}

/** A file as it is meant to be looked at, drawn again whenever it changes. */
export default function PreviewPanel({ files, path, onPath }: PreviewPanelProps) {
  const words = useLateWords()
  const entries = useFileTree(files)
  if (!entries) return null
  const all = entries.filter((entry): entry is FileEntry => entry.type === 'file')
  const offered = all.filter((entry) => kindOfPath(entry.path) !== 'text')
  const wanted = path === undefined ? undefined : parsePath(path)
  const asked = wanted && wanted.kind !== 'invalid' ? wanted.path : undefined
  const shown = path === undefined ? newest(offered) : all.find((entry) => entry.path === asked)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2" data-testid="preview">
      {offered.length > 0 && <FilePicker entries={offered} shown={shown} onPath={onPath} />}
      {!shown && (
        <p className="text-sm text-soft">{path === undefined ? words.preview.nothing : words.preview.missing({ path })}</p>
      )}
      {shown && <FileLook key={shown.path} files={files} entry={shown} />}
    </div>
  )
}

const newest = (entries: readonly FileEntry[]): FileEntry | undefined =>
  entries.toSorted((one, other) => other.modified - one.modified)[0]

interface FilePickerProps {
  readonly entries: readonly FileEntry[]
  readonly shown: FileEntry | undefined
  readonly onPath: (path: string) => void
}

function FilePicker({ entries, shown, onPath }: FilePickerProps) {
  const words = useLateWords()
  const id = useId()
  const isListed = entries.some(({ path }) => path === shown?.path)
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-faint">
        {words.preview.file}
      </label>
      <select
        id={id}
        value={shown?.path ?? ''}
        onChange={(event) => onPath(event.target.value)}
        className="min-h-8 min-w-0 flex-1 rounded-lg border border-line bg-sheet px-2 font-mono text-[13px] pointer-coarse:min-h-11"
      >
        {!isListed && <option value={shown?.path ?? ''}>{shown?.path ?? ''}</option>}
        {entries.map(({ path }) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
      </select>
    </div>
  )
}
