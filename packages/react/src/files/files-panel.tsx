import {
  type Entry,
  type FileEntry,
  type FileSystem,
  filesFromDrop,
  isInside,
  type Path,
  ROOT,
  type ThreadArea,
  toPath,
} from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { type ComponentProps, type DragEvent, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Problem } from '../parts/problem.tsx'
import { AreaSection } from './area-section.tsx'
import { DeletedFiles } from './deleted-files.tsx'
import { FileView } from './file-view.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import { PathDialog } from './path-dialog.tsx'
import { FileSearch } from './search/file-search.tsx'
import { StorageUse } from './storage-use.tsx'
import { TransferBar, TransferEnd } from './transfer-bar.tsx'
import { sendAsZip, sendToFolder, takeIn, takeInFolder, takeInList, takeInZip } from './transfer-files.ts'
import { type Done, UndoNote } from './undo-note.tsx'
import { useFileTree, YOU } from './use-file-tree.ts'
import { useTransfer } from './use-transfer.ts'

const say = errorSentence

interface FilesPanelProps {
  readonly files: FileSystem
  /** The conversation's own files alone: what is taken along. Absent: nothing can be taken from here. */
  readonly workspace: FileSystem | undefined
  readonly areas: readonly ThreadArea[]
  /** Shows a file as it is meant to be looked at. */
  readonly onPreview: (path: Path) => void
}

/** The files a conversation sees, and one of them with its editor and its history. */
export default function FilesPanel({ files, workspace, areas, onPreview }: FilesPanelProps) {
  const entries = useFileTree(files)
  const [path, setPath] = useState<Path>()
  const [problem, setProblem] = useState<string | Sentence>()
  const [naming, setNaming] = useState(false)
  const { running, ended, start, cancel } = useTransfer()
  const fail = (error: unknown) => setProblem(say(error))
  const { done, forget, move, remove } = useUndoable(files, fail)
  const shown = entries?.find((entry) => entry.path === path)
  if (shown?.type === 'file')
    return (
      <FileView
        key={shown.path}
        files={files}
        entry={shown}
        onBack={() => setPath(undefined)}
        onPreview={onPreview}
        onMove={(to) => void move(shown.path, to).then(() => setPath(undefined))}
        onRemove={() => void remove(shown).then(() => setPath(undefined))}
      />
    )
  const apart = areas.map(({ at }) => at)
  const create = (created: Path) => {
    setNaming(false)
    setProblem(undefined)
    files.write(created, '', YOU, { expect: 'absent' }).then(() => setPath(created), fail)
  }
  return (
    <DropPlace onDrop={(items) => start('in', takeIn(files, filesFromDrop(items), apart))}>
      <FilesToolbar
        onNew={() => setNaming(true)}
        onFiles={(list) => start('in', takeInList(files, list, apart))}
        onZip={(list) => start('in', takeInZip(files, list, apart))}
        onFolder={() => start('in', takeInFolder(files, apart))}
        onSave={
          workspace && {
            zip: () => start('out', sendAsZip(workspace)),
            folder: () => start('out', sendToFolder(workspace)),
          }
        }
      />
      {running && <TransferBar running={running} onCancel={cancel} />}
      {ended && <TransferEnd ended={ended} />}
      <Problem text={problem} />
      {done && <UndoNote done={done} onUndone={forget} />}
      <FileSearch files={files} entries={entries ?? NOTHING} onOpen={setPath}>
        <div className="min-h-0 flex-1 space-y-1 overflow-y-auto">
          <Areas areas={areas} entries={entries ?? []} onOpen={setPath} onMove={(from, to) => void move(from, into(from, to))} />
          <DeletedFiles files={files} entries={entries ?? NOTHING} onProblem={fail} />
        </div>
      </FileSearch>
      <StorageUse files={files} />
      {naming && <NewFile onClose={() => setNaming(false)} onPath={create} />}
    </DropPlace>
  )
}

const NOTHING: readonly Entry[] = []

function NewFile(props: Pick<ComponentProps<typeof PathDialog>, 'onClose' | 'onPath'>) {
  const { files } = useLateWords()
  return <PathDialog title={files.newFile} label={files.newFileLabel} at="/" {...props} />
}

/** Where a file is once it lies in a folder, under the name it has. */
const into = (from: Path, folder: Path): Path => toPath(`${folder === '/' ? '' : folder}${from.slice(from.lastIndexOf('/'))}`)

/** Moving and deleting, with the way back from the last of them. */
function useUndoable(files: FileSystem, onProblem: (error: unknown) => void) {
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
  return { done, forget: () => setDone(undefined), move, remove }
}

interface AreasProps {
  readonly areas: readonly ThreadArea[]
  readonly entries: readonly Entry[]
  readonly onOpen: (path: Path) => void
  readonly onMove: (from: Path, folder: Path) => void
}

function Areas({ areas, entries, onOpen, onMove }: AreasProps) {
  const words = useLateWords()
  const mine = entries.filter((entry) => !areas.some(({ at }) => isInside(entry.path, at)))
  return (
    <>
      <AreaSection
        title={words.files.mine}
        hint={mine.length === 0 ? words.files.empty : words.files.mineHint}
        entries={mine}
        root={ROOT}
        openAtFirst
        onOpen={onOpen}
        onMove={onMove}
      />
      {areas.map(({ name, at }) => (
        <AreaSection
          key={name}
          title={`${words.files.area[name]} · ${at}`}
          hint={words.files.areaHint[name]}
          entries={entries.filter((entry) => entry.path !== at && isInside(entry.path, at))}
          root={at}
          openAtFirst={false}
          onOpen={onOpen}
          onMove={onMove}
        />
      ))}
    </>
  )
}

interface DropPlaceProps {
  readonly onDrop: (items: Iterable<DataTransferItem>) => void
  readonly children: React.ReactNode
}

/** Takes whatever is dropped on it, folders too. */
function DropPlace({ onDrop, children }: DropPlaceProps) {
  const words = useLateWords()
  const [over, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- everything that can be dropped can also be chosen by the buttons
    <div
      className="relative flex min-h-0 flex-1 flex-col gap-2"
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        event.preventDefault()
        onDrop(event.dataTransfer.items)
      }}
    >
      {children}
      {over && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-xl border-2 border-dashed border-parley bg-parley-wash/80 text-sm font-medium text-parley">
          {words.files.drop}
        </p>
      )}
    </div>
  )
}
