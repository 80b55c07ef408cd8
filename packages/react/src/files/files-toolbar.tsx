import { Download, FilePlus, FolderInput, FolderOutput, PackageOpen, Plus, Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import { canOpenFolders } from './transfer-files.ts'

interface FilesToolbarProps {
  readonly onNew: () => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onZip: (files: readonly File[]) => void
  /** A folder the browser opens itself. */
  readonly onFolder: () => void
  /** Absent: nothing can be taken from here. */
  readonly onSave?: { readonly zip: () => void; readonly folder: () => void } | undefined
  readonly children: ReactNode
}

/** Files in and out, in every way the browser knows. */
export function FilesToolbar({ onNew, onFiles, onZip, onFolder, onSave, children }: FilesToolbarProps) {
  const words = useLateWords()
  const plain = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const openFolder = () => (canOpenFolders() ? onFolder() : folder.current?.click())
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button onClick={onNew}>
        <FilePlus aria-hidden="true" className="size-4" />
        {words.files.newFile}
      </Button>
      <Menu
        label={words.files.add}
        trigger={
          <Button>
            <Plus aria-hidden="true" className="size-4" />
            {words.files.add}
          </Button>
        }
        choices={[
          { id: 'files', label: words.files.addFiles, icon: <Upload />, onSelect: () => plain.current?.click() },
          { id: 'folder', label: words.files.addFolder, icon: <FolderInput />, onSelect: openFolder },
          { id: 'zip', label: words.files.addZip, icon: <PackageOpen />, onSelect: () => archive.current?.click() },
        ]}
      />
      {onSave && (
        <Menu
          label={words.files.saveAs}
          trigger={
            <Button>
              <Download aria-hidden="true" className="size-4" />
              {words.files.saveAs}
            </Button>
          }
          choices={[
            { id: 'zip', label: words.files.downloadAll, icon: <Download />, onSelect: onSave.zip },
            ...(canOpenFolders()
              ? [{ id: 'folder', label: words.files.saveFolder, icon: <FolderOutput />, onSelect: onSave.folder }]
              : []),
          ]}
        />
      )}
      {children}
      <Chooser input={plain} label={words.files.upload} testId="upload" onChoose={onFiles} />
      <Chooser input={archive} label={words.files.addZip} testId="upload-zip" accept=".zip,application/zip" onChoose={onZip} />
      <Chooser input={folder} label={words.files.addFolder} testId="upload-folder" folder onChoose={onFiles} />
    </div>
  )
}

interface ChooserProps {
  readonly input: React.RefObject<HTMLInputElement | null>
  readonly label: string
  readonly testId: string
  readonly accept?: string
  readonly folder?: boolean
  readonly onChoose: (files: readonly File[]) => void
}

function Chooser({ input, label, testId, accept, folder = false, onChoose }: ChooserProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple={accept === undefined}
      accept={accept}
      hidden
      data-testid={testId}
      aria-label={label}
      {...(folder && { webkitdirectory: '' })}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])]
        if (chosen.length > 0) onChoose(chosen)
        event.target.value = ''
      }}
    />
  )
}
