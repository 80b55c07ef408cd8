import { Cloud, CopyCheck, MessageSquarePlus, MoreHorizontal, Search } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { Menu } from '../parts/menu.tsx'

const RenameDialog = fetchedPart(() => import('./rename-dialog.tsx'))
const DeleteThreadDialog = fetchedPart(() => import('./delete-thread-dialog.tsx'))

export interface ListedThread {
  readonly id: string
  readonly title: string
  /** Calls in it that wait for the user. */
  readonly waiting: number
  /** Whether it lives on the server. */
  readonly onServer: boolean
  /** Whether a rehearsal in it waits to be kept. */
  readonly rehearses: boolean
  /** Where the searched words stand. */
  readonly excerpt?: string
}

interface ThreadListProps {
  readonly threads: readonly ListedThread[]
  readonly current: string
  readonly search: string
  readonly onSearch: (words: string) => void
  readonly onOpen: (id: string) => void
  readonly onNew: () => void
  readonly onRename: (id: string, title: string) => void
  readonly countFiles: (id: string) => Promise<number>
  readonly onDelete: (id: string, files: 'delete' | 'keep') => void
}

export function ThreadList(props: ThreadListProps) {
  const words = useWords()
  const [asked, setAsked] = useState<{ kind: 'rename' | 'delete'; thread: ListedThread }>()
  return (
    <nav aria-label={words.thread.list} className="flex min-h-0 flex-1 flex-col gap-2">
      <Button onClick={props.onNew} className="w-full">
        <MessageSquarePlus aria-hidden="true" className="size-4" />
        {words.thread.new}
      </Button>
      <label className="flex min-h-9 items-center gap-2 rounded-lg border border-line bg-sheet px-2.5 focus-within:border-parley">
        <Search aria-hidden="true" className="size-4 text-faint" />
        <span className="sr-only">{words.thread.search}</span>
        <input
          type="search"
          value={props.search}
          placeholder={words.thread.search}
          onChange={(event) => props.onSearch(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-[13px] outline-none placeholder:text-faint"
        />
      </label>
      {props.threads.length === 0 && <p className="px-2 text-[13px] text-faint">{words.thread.noneFound}</p>}
      <ul className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        {props.threads.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            current={thread.id === props.current}
            onOpen={() => props.onOpen(thread.id)}
            onAsk={(kind) => setAsked({ kind, thread })}
          />
        ))}
      </ul>
      {asked?.kind === 'rename' && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.thread.rename} onClose={() => setAsked(undefined)} />}>
          <RenameDialog
            title={asked.thread.title}
            onClose={() => setAsked(undefined)}
            onSave={(title) => {
              props.onRename(asked.thread.id, title)
              setAsked(undefined)
            }}
          />
        </WhenFetched>
      )}
      {asked?.kind === 'delete' && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.thread.deleteTitle} onClose={() => setAsked(undefined)} />}>
          <DeleteThreadDialog
            onServer={asked.thread.onServer}
            countFiles={() => props.countFiles(asked.thread.id)}
            onClose={() => setAsked(undefined)}
            onDelete={(files) => {
              props.onDelete(asked.thread.id, files)
              setAsked(undefined)
            }}
          />
        </WhenFetched>
      )}
    </nav>
  )
}

interface ThreadRowProps {
  readonly thread: ListedThread
  readonly current: boolean
  readonly onOpen: () => void
  readonly onAsk: (kind: 'rename' | 'delete') => void
}

function ThreadRow({ thread, current, onOpen, onAsk }: ThreadRowProps) {
  const words = useWords()
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
          {thread.rehearses && (
            <span className="text-parley" title={words.thread.rehearses} data-testid="rehearses">
              <CopyCheck aria-hidden="true" className="size-3.5" />
              <span className="sr-only"> {words.thread.rehearses}</span>
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
        </span>
        {thread.excerpt !== undefined && <span className="block truncate text-xs text-faint">{thread.excerpt}</span>}
      </button>
      <Menu
        label={words.thread.actions({ title: thread.title || words.thread.untitled })}
        align="end"
        trigger={
          <IconButton
            label={words.thread.actions({ title: thread.title || words.thread.untitled })}
            className="opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
          >
            <MoreHorizontal className="size-4" />
          </IconButton>
        }
        choices={[
          { id: 'rename', label: words.thread.rename, onSelect: () => onAsk('rename') },
          { id: 'delete', label: words.action.deleteFile, danger: true, onSelect: () => onAsk('delete') },
        ]}
      />
    </li>
  )
}
