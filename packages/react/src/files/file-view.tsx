import type { FileEntry, FileSystem, Path } from '@parley/browser/files'
import { ArrowLeft, Download, Eye, FolderInput, Trash2 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TabList } from '../parts/tab-list.tsx'
import { kindOfPath } from '../preview/kind-of-path.ts'
import { ImageView } from '../preview/plain-views.tsx'
import { FileBlameView } from './file-blame-view.tsx'
import { FileEditor } from './file-editor.tsx'
import { FileHistoryView } from './file-history-view.tsx'
import { PathDialog } from './path-dialog.tsx'
import { downloadFile } from './transfer-files.ts'

interface FileViewProps {
  readonly files: FileSystem
  readonly entry: FileEntry
  readonly onBack: () => void
  readonly onPreview: (path: Path) => void
  readonly onMove: (to: Path) => void
  readonly onRemove: () => void
}

export function FileView({ files, entry, onBack, onPreview, onMove, onRemove }: FileViewProps) {
  const words = useLateWords()
  const isPicture = kindOfPath(entry.path) === 'image'
  return (
    <Tabs.Root defaultValue={isPicture ? 'look' : 'edit'} className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex items-center gap-1">
        <IconButton label={words.files.goBack} onClick={onBack}>
          <ArrowLeft className="size-4" />
        </IconButton>
        <h3 className="min-w-0 flex-1 truncate font-mono text-[13px]">
          <Characters text={entry.path} />
        </h3>
        <FileButtons files={files} entry={entry} onPreview={onPreview} onMove={onMove} onRemove={onRemove} />
      </div>
      <TabList
        label={entry.path}
        tabs={[
          ...(isPicture ? [{ id: 'look', title: words.files.look }] : []),
          ...(isPicture && entry.binary ? [] : [{ id: 'edit', title: words.files.edit }]),
          { id: 'history', title: words.files.history },
          ...(entry.binary ? [] : [{ id: 'blame', title: words.files.blame }]),
        ]}
      />
      <Tabs.Content value="look" className="flex min-h-0 flex-1 flex-col outline-none">
        <ImageView files={files} entry={entry} />
      </Tabs.Content>
      <Tabs.Content value="edit" className="flex min-h-0 flex-1 flex-col outline-none">
        <FileEditor files={files} entry={entry} />
      </Tabs.Content>
      <Tabs.Content value="history" className="min-h-0 flex-1 overflow-y-auto outline-none">
        <FileHistoryView files={files} entry={entry} />
      </Tabs.Content>
      <Tabs.Content value="blame" className="min-h-0 flex-1 overflow-y-auto outline-none">
        <FileBlameView key={entry.version} files={files} entry={entry} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** What can be done with a file as a whole. */
function FileButtons({ files, entry, onPreview, onMove, onRemove }: Omit<FileViewProps, 'onBack'>) {
  const words = useLateWords()
  const [removing, setRemoving] = useState(false)
  const [moving, setMoving] = useState(false)
  return (
    <>
      <IconButton label={words.panel.preview} onClick={() => onPreview(entry.path)}>
        <Eye className="size-4" />
      </IconButton>
      <IconButton label={words.files.download} onClick={() => void downloadFile(files, entry.path)}>
        <Download className="size-4" />
      </IconButton>
      <IconButton label={words.files.move} onClick={() => setMoving(true)}>
        <FolderInput className="size-4" />
      </IconButton>
      <IconButton label={words.files.remove} onClick={() => setRemoving(true)}>
        <Trash2 className="size-4" />
      </IconButton>
      <Dialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={words.files.removeTitle({ path: entry.path })}
        description={words.files.removeText}
      >
        <div className="flex justify-end gap-2">
          <Button onClick={() => setRemoving(false)}>{words.action.cancel}</Button>
          <Button tone="danger" onClick={onRemove}>
            {words.files.remove}
          </Button>
        </div>
      </Dialog>
      {moving && (
        <PathDialog
          title={words.files.move}
          label={words.files.moveLabel}
          at={entry.path}
          onClose={() => setMoving(false)}
          onPath={onMove}
        />
      )}
    </>
  )
}
