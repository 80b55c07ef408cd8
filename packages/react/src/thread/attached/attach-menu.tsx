import { filesFromList, type OutsideFile } from '@parley/browser/files'
import { FilePlus2, FolderPlus, ImagePlus, MessageSquareText, Paperclip, Plus } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type TalkWords, useTalkWords } from '../../language/talk-words.ts'
import { IconButton } from '../../parts/button.tsx'
import { DialogAway } from '../../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../../parts/fetched.tsx'
import { Menu } from '../../parts/menu.tsx'
import type { McpService } from '../../studio/studio-services.ts'
import { openPrompts } from '../../talk/prompts/prompts-door.ts'
import type { Attachment } from './attachment.ts'

const AttachDialog = fetchedPart(() => import('../../mcp/attach-dialog.tsx'))

interface AttachMenuProps {
  readonly mcp: Promise<McpService> | undefined
  readonly onAttach: (attachments: readonly Attachment[]) => void
  /** Takes files in; they are attached once they are there. */
  readonly onFiles: (files: AsyncIterable<OutsideFile>) => void
}

/** The browser's own dialog, for files or for a folder. */
function pick(options: { readonly accept?: string; readonly folder?: true }, onFiles: AttachMenuProps['onFiles']): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = options.accept ?? ''
  input.webkitdirectory = options.folder === true
  input.addEventListener('change', () => input.files && input.files.length > 0 && onFiles(filesFromList([...input.files])))
  input.click()
}

const fileChoices = (attach: TalkWords['attach'], onFiles: AttachMenuProps['onFiles']) => [
  { id: 'file', icon: <FilePlus2 />, label: attach.file, hint: attach.fileHint, onSelect: () => pick({}, onFiles) },
  {
    id: 'picture',
    icon: <ImagePlus />,
    label: attach.picture,
    hint: attach.pictureHint,
    onSelect: () => pick({ accept: 'image/*' }, onFiles),
  },
  { id: 'folder', icon: <FolderPlus />, label: attach.folder, onSelect: () => pick({ folder: true }, onFiles) },
]

/** What can go with a message: a file, a picture, a folder, a text of one's own, and what the servers of tools have to read. */
export default function AttachMenu({ mcp, onAttach, onFiles }: AttachMenuProps) {
  const words = useTalkWords()
  const served = useServed(mcp)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { attach } = words
  return (
    <>
      <Menu
        label={attach.menu}
        side="top"
        trigger={
          <IconButton label={attach.menu} data-testid="attach" className="shrink-0 rounded-full">
            <Plus className="size-4.5" />
          </IconButton>
        }
        choices={[
          ...fileChoices(attach, onFiles),
          {
            id: 'own-prompts',
            icon: <MessageSquareText />,
            label: attach.ownPrompts,
            hint: attach.ownPromptsHint,
            onSelect: openPrompts,
          },
          ...(served
            ? [
                {
                  id: 'prompt',
                  icon: <Paperclip />,
                  label: attach.prompt,
                  hint: words.composer.attach,
                  onSelect: () => setOpen(true),
                },
              ]
            : []),
        ]}
      />
      {open && served && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.composer.attach} onClose={close} />}>
          <AttachDialog
            mcp={served}
            onAttach={(attachment) => {
              onAttach([attachment])
              close()
            }}
            onClose={close}
          />
        </WhenFetched>
      )}
    </>
  )
}

const never = () => () => {}

/** Where there is a server to attach something from. */
function useServed(mcp: Promise<McpService> | undefined): McpService | undefined {
  const [opened, setOpened] = useState<McpService>()
  useEffect(() => {
    let left = false
    void mcp?.then((service) => void (left || setOpened(service)))
    return () => {
      left = true
    }
  }, [mcp])
  const count = useSyncExternalStore(opened?.shelf.subscribe ?? never, () => opened?.shelf.getSnapshot().servers.length ?? 0)
  return count > 0 ? opened : undefined
}
