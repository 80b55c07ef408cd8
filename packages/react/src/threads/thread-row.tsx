import {
  Archive,
  ArchiveRestore,
  Clock3,
  Cloud,
  CopyCheck,
  FolderInput,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { type TalkWords, useTalkWords } from '../language/talk-words.ts'
import { IconButton } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import { countQueued, watchQueues } from '../thread/queue/message-queue.ts'
import type { ListedThread } from './use-thread-list.ts'

/** What can be asked about a conversation before something happens to it. */
export type Question = 'rename' | 'folder' | 'delete'

interface ThreadRowProps {
  readonly thread: ListedThread
  readonly current: boolean
  readonly onOpen: () => void
  readonly onAsk: (question: Question) => void
  readonly onMark: (mark: 'pinned' | 'archived', on: boolean) => void
}

export function ThreadRow(props: ThreadRowProps) {
  const { thread, current, onOpen } = props
  const words = useTalkWords()
  const label = words.talks.actions({ title: thread.title || words.thread.untitled })
  return (
    <li className={`group/row flex items-center rounded-lg ${current ? 'bg-parley-wash' : 'hover:bg-well'}`}>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onOpen}
        className="min-h-9 min-w-0 flex-1 rounded-lg px-2.5 py-1.5 text-left pointer-coarse:min-h-11"
      >
        <span className="flex items-center gap-2 text-[13px]">
          <span className={`min-w-0 flex-1 truncate ${current ? 'font-medium' : ''}`}>
            {thread.title || words.thread.untitled}
          </span>
          <Marks thread={thread} />
        </span>
      </button>
      <Menu
        label={label}
        align="end"
        trigger={
          <IconButton
            label={label}
            className="opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
          >
            <MoreHorizontal className="size-4" />
          </IconButton>
        }
        choices={choicesOf(props, words)}
      />
    </li>
  )
}

function choicesOf({ thread: { pinned, archived }, onAsk, onMark }: ThreadRowProps, words: TalkWords) {
  const { talks } = words
  return [
    { id: 'rename', icon: <Pencil />, label: words.thread.rename, onSelect: () => onAsk('rename') },
    pinned
      ? { id: 'unpin', icon: <PinOff />, label: talks.unpin, onSelect: () => onMark('pinned', false) }
      : { id: 'pin', icon: <Pin />, label: talks.pin, onSelect: () => onMark('pinned', true) },
    { id: 'folder', icon: <FolderInput />, label: talks.toFolder, onSelect: () => onAsk('folder') },
    archived
      ? { id: 'restore', icon: <ArchiveRestore />, label: talks.fromArchive, onSelect: () => onMark('archived', false) }
      : { id: 'archive', icon: <Archive />, label: talks.toArchive, onSelect: () => onMark('archived', true) },
    { id: 'delete', icon: <Trash2 />, label: words.action.deleteFile, danger: true, onSelect: () => onAsk('delete') },
  ]
}

function Marks({ thread }: { readonly thread: ListedThread }) {
  const words = useTalkWords()
  const inLine = useSyncExternalStore(watchQueues, () => countQueued(localStorage, thread.id))
  return (
    <>
      {inLine > 0 && (
        <span className="text-faint" title={words.talks.inLine({ count: inLine })} data-testid="in-line">
          <Clock3 aria-hidden="true" className="size-3.5" />
          <span className="sr-only"> {words.talks.inLine({ count: inLine })}</span>
        </span>
      )}
      {thread.rehearses && (
        <span className="text-parley" title={words.talks.rehearses} data-testid="rehearses">
          <CopyCheck aria-hidden="true" className="size-3.5" />
          <span className="sr-only"> {words.talks.rehearses}</span>
        </span>
      )}
      {thread.onServer && (
        <span className="text-faint" title={words.agent.onServer}>
          <Cloud aria-hidden="true" className="size-3.5" />
          <span className="sr-only"> {words.agent.onServer}</span>
        </span>
      )}
      {thread.waiting > 0 && (
        <span
          className="rounded-full bg-wait-wash px-1.5 text-[11px] font-semibold text-wait"
          title={words.thread.waitingHere({ count: thread.waiting })}
        >
          {thread.waiting}
          <span className="sr-only"> {words.thread.waitingHere({ count: thread.waiting })}</span>
        </span>
      )}
    </>
  )
}
