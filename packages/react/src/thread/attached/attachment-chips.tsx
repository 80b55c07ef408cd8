import type { FileSystem } from '@parley/browser/files'
import { FileText, Folder, Paperclip, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { Button } from '../../parts/button.tsx'
import { TO_LOOK_AT } from '../../preview/file-picture.ts'
import { useFilePicture } from '../../preview/use-file-picture.ts'
import { useShowAside } from '../../studio/side/side-place.ts'
import { type Attachment, type FileAttachment, isPicture, sizeOf } from './attachment.ts'

interface AttachmentChipsProps {
  readonly attachments: readonly Attachment[]
  readonly files: FileSystem
  readonly sight: Sight | undefined
  readonly onRemove: (attachment: Attachment) => void
}

/** What is known of the eyes of the model. */
export interface Sight {
  readonly model: string
  /** Absent: nobody said. */
  readonly sees?: boolean
  /** A person says it. */
  readonly onSay: (sees: boolean) => void
}

/** What goes with the next message, each with the way to leave it out. */
export default function AttachmentChips({ attachments, files, sight, onRemove }: AttachmentChipsProps) {
  const words = useLateWords()
  const hasPictures = attachments.some(isPicture)
  return (
    <div className="flex shrink-0 flex-col gap-1.5">
      <ul
        aria-label={words.composer.attached}
        data-testid="attachments"
        className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto"
      >
        {attachments.map((attachment) => (
          <AttachedChip key={attachment.id} attachment={attachment} files={files} onRemove={() => onRemove(attachment)} />
        ))}
      </ul>
      {hasPictures && sight && sight.sees !== true && <SightLine {...sight} />}
      <Spoken attachments={attachments} />
    </div>
  )
}

/** Says what came and what was left out, to who does not see it. It is empty at first: only what changes is read out. */
function Spoken({ attachments }: Pick<AttachmentChipsProps, 'attachments'>) {
  const { attach } = useLateWords()
  const before = useRef<readonly Attachment[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => {
    const without = (list: readonly Attachment[], others: readonly Attachment[]) =>
      list.filter(({ id }) => !others.some((other) => other.id === id)).map(({ name }) => name)
    const [came, gone] = [without(attachments, before.current), without(before.current, attachments)]
    before.current = attachments
    if (came.length > 0) setSaid(attach.came({ names: came.join(', ') }))
    else if (gone.length > 0) setSaid(attach.gone({ names: gone.join(', ') }))
  }, [attachments, attach])
  return (
    <p role="status" data-testid="attached-news" className="sr-only">
      {said}
    </p>
  )
}

interface AttachedChipProps {
  readonly attachment: Attachment
  readonly files: FileSystem
  readonly onRemove: () => void
}

function AttachedChip({ attachment, files, onRemove }: AttachedChipProps) {
  const words = useLateWords()
  const { name } = attachment
  const detail =
    'count' in attachment && attachment.count !== undefined
      ? words.attach.folderSize({ count: attachment.count, size: words.size(sizeOf(attachment)) })
      : words.size(sizeOf(attachment))
  return (
    <li className="flex max-w-full items-center gap-2 rounded-xl border border-line bg-well py-1 pl-1.5 text-xs text-soft">
      {isPicture(attachment) ? <Thumbnail attachment={attachment} files={files} /> : <KindIcon attachment={attachment} />}
      <span className="min-w-0">
        <ShownName attachment={attachment} />
        <span className="block text-faint">{detail}</span>
      </span>
      <button
        type="button"
        aria-label={words.action.full({ verb: words.composer.detach, sentence: name })}
        title={words.composer.detach}
        onClick={onRemove}
        onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && onRemove()}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:text-bad pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  )
}

/** A file leads to where it can be looked at. */
function ShownName({ attachment }: { readonly attachment: Attachment }) {
  const show = useShowAside()
  const shape = 'block max-w-52 truncate text-left text-ink'
  if (!('path' in attachment) || !show)
    return (
      <span className={shape} title={'source' in attachment ? `${attachment.name} · ${attachment.source}` : attachment.name}>
        <Characters text={attachment.name} />
      </span>
    )
  const open = () => show(attachment.count === undefined ? { tab: 'preview', path: attachment.path } : { tab: 'files' })
  return (
    <button type="button" onClick={open} title={attachment.path} className={`${shape} hover:underline`}>
      <Characters text={attachment.name} />
    </button>
  )
}

function KindIcon({ attachment }: { readonly attachment: Attachment }) {
  const Icon = 'source' in attachment ? Paperclip : attachment.count === undefined ? FileText : Folder
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sheet">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}

function Thumbnail({ attachment, files }: { readonly attachment: FileAttachment; readonly files: FileSystem }) {
  const [isBroken, setBroken] = useState(false)
  const { url, flaw } = useFilePicture({ files, path: attachment.path, limits: TO_LOOK_AT })
  if (isBroken || flaw) return <KindIcon attachment={attachment} />
  return (
    <span className="size-9 shrink-0 overflow-hidden rounded-lg bg-sheet">
      {url !== undefined && <img src={url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />}
    </span>
  )
}

/** A picture is of no use to who does not see; whoever knows better can say so. */
function SightLine({ model, sees, onSay }: Sight) {
  const words = useLateWords()
  return (
    <p role="status" data-testid="sight" className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-[13px] text-wait">
      <span className="min-w-0 flex-1 basis-52">
        {sees === false ? words.attach.blind({ model }) : words.attach.sightUnknown({ model })}
      </span>
      <span className="flex shrink-0 gap-2">
        {sees === undefined && <Button onClick={() => onSay(false)}>{words.attach.seesNot}</Button>}
        <Button onClick={() => onSay(true)}>{words.attach.sees}</Button>
      </span>
    </p>
  )
}
