import { type FileSystem, type Path, parsePath } from '@parley/browser'
import { Download, FilePlus, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../call-card/problem.tsx'
import { useWords } from '../language/words.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { formatSize } from '../parts/format-size.ts'
import { FileTree } from './file-tree.tsx'
import { FileView } from './file-view.tsx'
import { downloadEverything, uploadFiles } from './transfer-files.ts'
import { useFileTree, YOU } from './use-file-tree.ts'

const say = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The workspace: a tree, and one file of it with its editor and its history. */
export default function FilesPanel({ files }: { readonly files: FileSystem }) {
  const words = useWords()
  const entries = useFileTree(files)
  const [path, setPath] = useState<Path>()
  const [problem, setProblem] = useState<string>()
  const [naming, setNaming] = useState(false)
  const shown = entries?.find((entry) => entry.path === path)
  if (shown?.type === 'file') return <FileView key={shown.path} files={files} entry={shown} onBack={() => setPath(undefined)} />
  const attempt = (action: Promise<unknown>) =>
    void action.then(() => setProblem(undefined)).catch((error: unknown) => setProblem(say(error)))
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <Toolbar
        onNew={() => setNaming(true)}
        onUpload={(list) => attempt(uploadFiles(files, list))}
        onDownload={() => attempt(downloadEverything(files))}
      />
      <Problem text={problem} />
      {entries?.length === 0 && <p className="p-2 text-sm text-soft">{words.files.empty}</p>}
      <FileTree entries={entries ?? []} onOpen={setPath} />
      {naming && (
        <NewFileDialog
          onClose={() => setNaming(false)}
          onCreate={(created) => {
            setNaming(false)
            attempt(files.write(created, '', YOU, { expect: 'absent' }).then(() => setPath(created)))
          }}
        />
      )}
    </div>
  )
}

interface ToolbarProps {
  readonly onNew: () => void
  readonly onUpload: (files: readonly File[]) => void
  readonly onDownload: () => void
}

function Toolbar({ onNew, onUpload, onDownload }: ToolbarProps) {
  const words = useWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-1">
      <Button onClick={onNew}>
        <FilePlus aria-hidden="true" className="size-4" />
        {words.files.newFile}
      </Button>
      <StorageUse />
      <IconButton label={words.files.upload} onClick={() => input.current?.click()}>
        <Upload className="size-4" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="upload"
        aria-label={words.files.upload}
        onChange={(event) => {
          onUpload([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label={words.files.downloadAll} onClick={onDownload}>
        <Download className="size-4" />
      </IconButton>
    </div>
  )
}

/** How much the browser keeps for this page. */
function StorageUse() {
  const words = useWords()
  const [used, setUsed] = useState<number>()
  useEffect(() => {
    void navigator.storage.estimate().then(({ usage }) => {
      setUsed(usage)
      return usage
    })
  }, [])
  return (
    <span className="flex-1 truncate px-2 text-xs text-faint">{used !== undefined && words.files.usage(formatSize(used))}</span>
  )
}

function NewFileDialog({ onClose, onCreate }: { readonly onClose: () => void; readonly onCreate: (path: Path) => void }) {
  const words = useWords()
  const [text, setText] = useState('/')
  const parsed = parsePath(text)
  return (
    <Dialog open onClose={onClose} title={words.files.newFile}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (parsed.kind !== 'invalid') onCreate(parsed.path)
        }}
      >
        <label className="mb-4 block text-[13px]">
          {words.files.newFileLabel}
          <input
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mt-1 block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 font-mono text-sm"
          />
          {parsed.kind === 'invalid' && <span className="mt-1 block text-xs text-bad">{parsed.error.message}</span>}
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit" disabled={parsed.kind === 'invalid'}>
            {words.files.newFile}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
