import { Clock3, Pencil, SendHorizontal, X } from 'lucide-react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { IconButton } from '../../parts/button.tsx'
import type { QueuedMessage } from './message-queue.ts'

interface QueueChipsProps {
  readonly items: readonly QueuedMessage[]
  /** Nothing goes by itself: after a stop, a fault or a question. */
  readonly isHeld: boolean
  readonly onSend: (item: QueuedMessage) => void
  readonly onEdit: (item: QueuedMessage) => void
  readonly onRemove: (item: QueuedMessage) => void
}

/** What is said once the answer is there, each with the way to say it now, to change it and to leave it. */
export default function QueueChips({ items, isHeld, onSend, onEdit, onRemove }: QueueChipsProps) {
  const words = useLateWords()
  const why = isHeld ? words.queue.held : words.queue.label
  return (
    <div className="shrink-0 overflow-hidden rounded-xl border border-line bg-well/60">
      {isHeld && <p className="border-b border-line px-3 py-1.5 text-xs text-soft">{why}</p>}
      <ul aria-label={why} data-testid="queue" className="max-h-40 divide-y divide-line overflow-y-auto">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-2 py-0.5 pr-1 pl-3 text-[13px]">
            <Clock3 aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
            <span className="min-w-0 flex-1">
              <span className="block truncate" title={item.text}>
                <Characters text={item.text || item.attachments.map(({ name }) => name).join(', ')} />
              </span>
              {item.problem && <span className="block text-xs wrap-anywhere text-bad">{words.said(item.problem)}</span>}
            </span>
            {item.text !== '' && item.attachments.length > 0 && (
              <span className="shrink-0 text-xs text-faint">{words.queue.attached({ count: item.attachments.length })}</span>
            )}
            <IconButton label={words.queue.sendNow} onClick={() => onSend(item)}>
              <SendHorizontal className="size-3.5" />
            </IconButton>
            <IconButton label={words.queue.edit} onClick={() => onEdit(item)}>
              <Pencil className="size-3.5" />
            </IconButton>
            <IconButton label={words.queue.remove} onClick={() => onRemove(item)}>
              <X className="size-3.5" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
