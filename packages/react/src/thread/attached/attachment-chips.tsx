import { Paperclip, X } from 'lucide-react'
import { Characters } from '../../code/characters.tsx'
import { useWords } from '../../language/words.tsx'
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
    <ul
      aria-label={words.composer.attached}
      data-testid="attachments"
      className="flex max-h-20 shrink-0 flex-wrap gap-1.5 overflow-y-auto"
    >
      {attachments.map((attachment) => (
        <li
          key={attachment.id}
          className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-sheet pl-2.5 text-xs"
        >
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate" title={`${attachment.name} · ${attachment.source}`}>
            <Characters text={attachment.name} />
          </span>
          <span className="shrink-0 text-soft">{formatSize(sizeOf(attachment))}</span>
          <button
            type="button"
            aria-label={words.action.full({ verb: words.composer.detach, sentence: attachment.name })}
            title={words.composer.detach}
            onClick={() => onRemove(attachment)}
            className="grid size-7 shrink-0 place-items-center rounded-full hover:text-bad pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
