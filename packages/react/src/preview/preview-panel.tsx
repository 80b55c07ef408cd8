import { type FileEntry, type FileSystem, type Path, parsePath } from '@parley/browser/files'
import { canPreview } from '@parley/browser/sandbox'
import { Code, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MarkedLines } from '../code/code-lines.tsx'
import { useFileTree } from '../files/use-file-tree.ts'
import { useLateWords } from '../language/late-words.ts'
import { IconButton } from '../parts/button.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { CsvView } from './csv-view.tsx'
import { HtmlView, type PageProps } from './html-view.tsx'
import { kindOfPath } from './kind-of-path.ts'
import { PdfView, type PdfViewer } from './pdf-view.tsx'
import { ImageView, MarkdownView, TextView } from './plain-views.tsx'

interface PreviewPanelProps {
  readonly files: FileSystem
  /** Absent: what can be shown and was changed last. */
  readonly path: string | undefined
  /** Lines of it that are looked for. Absent: the file is shown as it is meant to be looked at. */
  readonly lines?: MarkedLines | undefined
  readonly onPath: (path: string) => void
  /** What pages may import. Absent: only files. */
  readonly libraries?: PageProps['libraries']
  /** Shows PDF files. Absent: they are not. */
  readonly pdfViewer?: PdfViewer | undefined
}

interface FileLookProps extends PageProps {
  readonly pdfViewer: PdfViewer | undefined
  readonly isSource: boolean
  readonly lines: MarkedLines | undefined
}

/** A file in the way that its name asks for. */
function FileLook({ pdfViewer, isSource, lines, ...props }: FileLookProps) {
  if (isSource) return <TextView {...props} {...(lines && { marked: lines })} />
  switch (kindOfPath(props.entry.path)) {
    case 'html':
    case 'component':
      return <HtmlView {...props} />
    case 'csv':
      return <CsvView {...props} />
    case 'image':
      return <ImageView {...props} />
    case 'markdown':
      return <MarkdownView {...props} />
    case 'pdf':
      return <PdfView {...props} viewer={pdfViewer} />
    case 'text':
      return <TextView {...props} />
  }
}

/** It is drawn in a way that its text does not tell. */
const hasSource = ({ path, binary }: FileEntry): boolean => !binary && kindOfPath(path) !== 'text'

/** It runs, and so can begin again. */
const isPage = (path: Path): boolean => ['html', 'component'].includes(kindOfPath(path)) && canPreview()

/** A file as it is meant to be looked at, drawn again whenever it changes. */
export default function PreviewPanel({ files, path, lines, onPath, libraries, pdfViewer }: PreviewPanelProps) {
  const words = useLateWords()
  const entries = useFileTree(files)
  const [round, setRound] = useState(0)
  const [source, setSource] = useState<Path>()
  if (!entries) return null
  const all = entries.filter((entry): entry is FileEntry => entry.type === 'file')
  const offered = all.filter((entry) => kindOfPath(entry.path) !== 'text')
  const wanted = path === undefined ? undefined : parsePath(path)
  const asked = wanted && wanted.kind !== 'invalid' ? wanted.path : undefined
  const shown = path === undefined ? newest(offered) : all.find((entry) => entry.path === asked)
  const isSource = shown !== undefined && !shown.binary && (lines !== undefined || source === shown.path)
  const turn = (to: FileEntry) => {
    setSource(isSource ? undefined : to.path)
    // Whoever was led to some lines has seen them.
    if (lines) onPath(to.path)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2" data-testid="preview">
      {offered.length > 0 && (
        <FilePicker entries={offered} shown={shown} onPath={onPath}>
          {shown && hasSource(shown) && (
            <IconButton label={words.preview.source} aria-pressed={isSource} onClick={() => turn(shown)}>
              <Code className="size-4" />
            </IconButton>
          )}
          {shown && isPage(shown.path) && !isSource && (
            <IconButton label={words.preview.reload} onClick={() => setRound(round + 1)}>
              <RotateCw className="size-4" />
            </IconButton>
          )}
        </FilePicker>
      )}
      {!shown && (
        <p className="text-sm text-soft">{path === undefined ? words.preview.nothing : words.preview.missing({ path })}</p>
      )}
      {shown && (
        <FileLook
          key={`${round} ${shown.path} ${lines?.from}`}
          files={files}
          entry={shown}
          libraries={libraries}
          pdfViewer={pdfViewer}
          isSource={isSource}
          lines={lines}
        />
      )}
    </div>
  )
}

const newest = (entries: readonly FileEntry[]): FileEntry | undefined =>
  entries.toSorted((one, other) => other.modified - one.modified)[0]

interface FilePickerProps {
  readonly entries: readonly FileEntry[]
  readonly shown: FileEntry | undefined
  readonly onPath: (path: string) => void
  /** What can be done with the one that is shown. */
  readonly children: ReactNode
}

function FilePicker({ entries, shown, onPath, children }: FilePickerProps) {
  const words = useLateWords()
  const value = shown?.path ?? ''
  const paths: readonly string[] = entries.map(({ path }) => path)
  const listed = paths.includes(value) ? paths : [value, ...paths]
  return (
    <LabelledSelect
      label={words.preview.file}
      choices={listed.map((path) => ({ value: path, title: path }))}
      value={value}
      onValue={onPath}
      className="font-mono"
    >
      {children}
    </LabelledSelect>
  )
}
