import { Paperclip } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { McpService } from '../studio/studio-services.ts'
import type { Attachment } from '../thread/attached/attachment.ts'

const AttachDialog = fetchedPart(() => import('./attach-dialog.tsx'))

interface AttachChipProps {
  readonly mcp: Promise<McpService> | undefined
  readonly onAttach: (attachment: Attachment) => void
}

/** Offered where there is a server to attach something from. */
export default function AttachChip({ mcp, onAttach }: AttachChipProps) {
  const [opened, setOpened] = useState<McpService>()
  useEffect(() => {
    let left = false
    void mcp?.then((service) => void (left || setOpened(service)))
    return () => {
      left = true
    }
  }, [mcp])
  return opened ? <Offered mcp={opened} onAttach={onAttach} /> : null
}

function Offered({ mcp, onAttach }: { readonly mcp: McpService; readonly onAttach: (attachment: Attachment) => void }) {
  const words = useWords()
  const { servers } = useSyncExternalStore(mcp.shelf.subscribe, mcp.shelf.getSnapshot)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const attach = (attachment: Attachment) => {
    onAttach(attachment)
    close()
  }
  if (servers.length === 0) return null
  return (
    <>
      <IconButton label={words.composer.attach} data-testid="attach" onClick={() => setOpen(true)} className="shrink-0">
        <Paperclip className="size-4" />
      </IconButton>
      {open && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.composer.attach} onClose={close} />}>
          <AttachDialog mcp={mcp} onAttach={attach} onClose={close} />
        </WhenFetched>
      )}
    </>
  )
}
