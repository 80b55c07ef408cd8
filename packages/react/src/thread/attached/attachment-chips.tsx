import { Paperclip } from 'lucide-react'
import { useWords } from '../../language/words.tsx'
import { Chip, Chips } from '../../parts/chip.tsx'
import { formatSize } from '../../parts/format-size.ts'
import { type Attachment, sizeOf } from './attachment.ts'

interface AttachmentChipsProps {
  readonly attachments: readonly Attachment[]
  readonly onRemove: (attachment: Attachment) => void
}

/** What goes with the next message, each with the way to leave it out. */
export default function AttachmentChips({ attachments, onRemove }: AttachmentChipsProps) {
  const words = useWords()
  return (
    <Chips label={words.composer.attached} testId="attachments">
      {attachments.map((attachment) => (
        <Chip
          key={attachment.id}
          icon={Paperclip}
          text={attachment.name}
          hint={`${attachment.name} · ${attachment.source}`}
          detail={formatSize(sizeOf(attachment))}
          verb={words.composer.detach}
          onRemove={() => onRemove(attachment)}
        />
      ))}
    </Chips>
  )
}
