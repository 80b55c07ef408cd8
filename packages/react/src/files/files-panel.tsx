import { type Entry, type FileSystem, filesFromDrop, isInside, type Path, ROOT, type ThreadArea } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { type ComponentProps, type ReactNode, useState } from 'react'
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
import { sendAsZip, sendChosen, sendToFolder, takeIn, takeInFolder, takeInList, takeInZip } from './transfer-files.ts'
import { DropPlace } from './tree/drop-place.tsx'
import { NOTHING_CHOSEN, type Selection, topmost } from './tree/selection.ts'
import { ChooseButton, SelectionBar } from './tree/selection-bar.tsx'
import type { TreeHands } from './tree/tree-hands.ts'
import { UndoNote } from './tree/undo-note.tsx'
import { useUndoable } from './tree/use-undoable.ts'
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
  const { hands, setChoosing, done, forget, move, remove } = useHands(files, entries ?? NOTHING, setPath, fail)
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
    <DropPlace onDrop={(items, into) => start('in', takeIn(files, filesFromDrop(items), apart, into))}>
      <Doors files={files} workspace={workspace} apart={apart} onStart={start} onNew={() => setNaming(true)}>
        <ChooseButton isOn={hands.isChoosing} onToggle={() => setChoosing(!hands.isChoosing)} />
      </Doors>
      {(hands.isChoosing || hands.selection.chosen.size > 0) && (
        <Chosen
          hands={hands}
          entries={entries ?? NOTHING}
          apart={apart}
          onClose={() => setChoosing(false)}
          onSend={(paths) => start('out', sendChosen(files, paths))}
        />
      )}
      {running && <TransferBar running={running} onCancel={cancel} />}
      {ended && <TransferEnd ended={ended} />}
      <Problem text={problem} />
      {done && <UndoNote key={done.said} done={done} onUndone={forget} />}
      <FileSearch files={files} entries={entries ?? NOTHING} onOpen={setPath}>
        <div className="min-h-0 flex-1 space-y-1 overflow-y-auto">
          <Areas areas={areas} entries={entries ?? []} hands={hands} />
          <DeletedFiles files={files} entries={entries ?? NOTHING} onProblem={fail} />
        </div>
      </FileSearch>
      <StorageUse files={files} />
      {naming && <NewFile onClose={() => setNaming(false)} onPath={create} />}
    </DropPlace>
  )
}

const NOTHING: readonly Entry[] = []

interface DoorsProps extends Pick<FilesPanelProps, 'files' | 'workspace'> {
  readonly apart: readonly Path[]
  readonly onStart: ReturnType<typeof useTransfer>['start']
  readonly onNew: () => void
  readonly children: ReactNode
}

/** Every way in and out, as transfers. */
function Doors({ files, workspace, apart, onStart, onNew, children }: DoorsProps) {
  return (
    <FilesToolbar
      onNew={onNew}
      onFiles={(list) => onStart('in', takeInList(files, list, apart))}
      onZip={(list) => onStart('in', takeInZip(files, list, apart))}
      onFolder={() => onStart('in', takeInFolder(files, apart))}
      onSave={
        workspace && { zip: () => onStart('out', sendAsZip(workspace)), folder: () => onStart('out', sendToFolder(workspace)) }
      }
    >
      {children}
    </FilesToolbar>
  )
}

function NewFile(props: Pick<ComponentProps<typeof PathDialog>, 'onClose' | 'onPath'>) {
  const { files } = useLateWords()
  return <PathDialog title={files.newFile} label={files.newFileLabel} at="/" {...props} />
}

/** What is chosen and still there, whether a press chooses, and what is done with it. */
function useHands(
  files: FileSystem,
  entries: readonly Entry[],
  onOpen: (path: Path) => void,
  onProblem: (error: unknown) => void,
) {
  const { moveInto, removeMany, ...undoable } = useUndoable(files, onProblem)
  const [made, onSelect] = useState<Selection>(NOTHING_CHOSEN)
  const [isChoosing, setOn] = useState(false)
  const chosen = new Set(entries.flatMap(({ path }) => (made.chosen.has(path) ? [path] : [])))
  const hands: TreeHands = {
    files,
    selection: { ...made, chosen },
    onSelect,
    isChoosing,
    onOpen,
    onMove: (from, folder) => void moveInto(from, folder).then(() => onSelect(NOTHING_CHOSEN)),
    onRemove: (paths) => void removeMany(paths).then(() => onSelect(NOTHING_CHOSEN)),
  }
  const setChoosing = (isOn: boolean) => {
    setOn(isOn)
    onSelect(NOTHING_CHOSEN)
  }
  return { hands, setChoosing, ...undoable }
}

interface ChosenProps {
  readonly hands: TreeHands
  readonly entries: readonly Entry[]
  /** Where other areas begin. */
  readonly apart: readonly Path[]
  readonly onSend: (paths: readonly Path[]) => void
  readonly onClose: () => void
}

function Chosen({ hands, entries, apart, onSend, onClose }: ChosenProps) {
  const paths = topmost(hands.selection.chosen)
  const own = entries.filter(({ path }) => !apart.some((area) => isInside(path, area)))
  return (
    <SelectionBar
      paths={paths}
      folders={[ROOT, ...entries.flatMap(({ type, path }) => (type === 'folder' ? [path] : []))]}
      onAll={() => hands.onSelect({ chosen: new Set(own.map(({ path }) => path)) })}
      onDownload={() => onSend(paths)}
      onMove={(folder) => hands.onMove(paths, folder)}
      onRemove={() => hands.onRemove(paths)}
      onDone={onClose}
    />
  )
}

interface AreasProps {
  readonly areas: readonly ThreadArea[]
  readonly entries: readonly Entry[]
  readonly hands: TreeHands
}

function Areas({ areas, entries, hands }: AreasProps) {
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
        hands={hands}
      />
      {areas.map(({ name, at }) => (
        <AreaSection
          key={name}
          title={`${words.files.area[name]} · ${at}`}
          hint={words.files.areaHint[name]}
          entries={entries.filter((entry) => entry.path !== at && isInside(entry.path, at))}
          root={at}
          openAtFirst={false}
          hands={hands}
        />
      ))}
    </>
  )
}
